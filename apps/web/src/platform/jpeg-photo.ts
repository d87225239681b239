/** A photo as a JPEG, with its size in pixels. */
export interface JpegPhoto {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** Longest side in pixels, chosen so that writing is legible and 20 photos are under 8 MB. */
const longestSide = 1800;
const quality = 0.75;

/** The size at which a photo is sent: scaled down, never enlarged. */
export function scaledSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** A photo as an upright, scaled JPEG without the place and time that the camera noted. Throws if this device cannot read the photo. */
export async function jpegOf(photo: Blob): Promise<JpegPhoto> {
  const picture = await createImageBitmap(photo, { imageOrientation: 'from-image' });
  const { width, height } = scaledSize(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const area = canvas.getContext('2d', { alpha: false });
  // not translated: for developers
  if (!area) throw new Error('The browser cannot draw pictures');
  area.fillStyle = '#fff';
  area.fillRect(0, 0, width, height);
  area.drawImage(picture, 0, 0, width, height);
  picture.close();
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  // not translated: for developers
  if (!jpeg) throw new Error('The browser could not make a JPEG');
  return { bytes: new Uint8Array(await jpeg.arrayBuffer()), width, height };
}
