import type { JpegPhoto } from '../../../platform/jpeg-photo.ts';

/** Width of A4 in points; the height follows the photo. */
const pageWidth = 595;
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0xff);

/** One PDF of photos in their order, one page each; the JPEG bytes are unchanged. */
export function pdfOfPhotos(pages: readonly JpegPhoto[]): Blob {
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
