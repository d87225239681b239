/** A photo as a JPEG, with its size in pixels. */
export interface JpegPage {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** Width of A4 in points; the height follows the photo. */
const pageWidth = 595;
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0xff);

/** One PDF of photos in their order, one page each; the JPEG bytes are unchanged. */
export function pdfOfPhotos(pages: readonly JpegPage[]): Blob {
  const parts: Uint8Array[] = [];
  const places: number[] = [];
  let length = 0;
  const add = (...pieces: Uint8Array[]) => {
    for (const piece of pieces) {
      parts.push(piece);
      length += piece.length;
    }
  };
  const object = (head: string, ...rest: Uint8Array[]) => {
    places.push(length);
    add(latin(`${places.length} 0 obj\n${head}`), ...rest, latin('\nendobj\n'));
  };
  // Objects: 1 catalogue, 2 list of pages, then page, content and picture of each photo.
  const pageObject = (at: number) => 3 + at * 3;
  add(latin('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'));
  object('<< /Type /Catalog /Pages 2 0 R >>');
  object(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_page, at) => `${pageObject(at)} 0 R`).join(' ')}] >>`);
  for (const [at, { bytes, width, height }] of pages.entries()) {
    const pageHeight = Math.round((pageWidth * height) / width);
    const id = pageObject(at);
    const content = `q ${pageWidth} 0 0 ${pageHeight} 0 0 cm /P Do Q`;
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Resources << /XObject << /P ${id + 2} 0 R >> >> /Contents ${id + 1} 0 R >>`,
    );
    object(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    object(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${bytes.length} >>\nstream\n`,
      bytes,
      latin('\nendstream'),
    );
  }
  const start = length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = places.length + 1;
  add(latin(`xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`));
  return new Blob(parts as BlobPart[], { type: 'application/pdf' });
}

/** Longest side of a page in pixels, chosen so that writing is legible and 20 pages are under 8 MB. */
const longestSide = 1800;
const quality = 0.75;

/** The size at which a photo enters the PDF: scaled down, never enlarged. */
export function scaledSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** A photo as an upright, scaled JPEG. Throws if this device cannot read the photo. */
export async function jpegOf(photo: Blob): Promise<JpegPage> {
  const picture = await createImageBitmap(photo, { imageOrientation: 'from-image' });
  const { width, height } = scaledSize(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const area = canvas.getContext('2d', { alpha: false });
  if (!area) throw new Error('The browser cannot draw pictures');
  area.fillStyle = '#fff';
  area.fillRect(0, 0, width, height);
  area.drawImage(picture, 0, 0, width, height);
  picture.close();
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (!jpeg) throw new Error('The browser could not make a JPEG');
  return { bytes: new Uint8Array(await jpeg.arrayBuffer()), width, height };
}
