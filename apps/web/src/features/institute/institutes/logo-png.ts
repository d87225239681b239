import { LOGO_BYTES } from '@abhyas/contract/institute/institutes';

/** The most pixels of a logo's width, which is the width at which the sharpest screens show it. */
const mostWidth = 384;
const mostHeight = 144;
const kinds = ['image/png', 'image/jpeg', 'image/webp'];

/** Why a file cannot be a logo, as a sentence; null if it can. */
export const faultOfLogo = ({ type, size }: Pick<File, 'type' | 'size'>): string | null => {
  if (!kinds.includes(type)) return 'Choose a picture in PNG, JPEG or WebP. SVG is not accepted.';
  return size > 10_000_000 ? 'Choose a picture of less than 10 MB.' : null;
};

/** The largest width and height within the limits, in the picture's proportion. */
export function fitted(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, mostWidth / width, mostHeight / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * The picture as a small PNG in base64, without a camera's metadata. Throws if the browser cannot read the picture, or the PNG is still too
 * large.
 */
export async function logoPng(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const size = fitted(picture.width, picture.height);
  const canvas = Object.assign(document.createElement('canvas'), size);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, size.width, size.height);
  picture.close();
  const png = canvas.toDataURL('image/png').split(',')[1] ?? '';
  if (png === '' || png.length > (LOGO_BYTES * 4) / 3) throw new Error('The picture stays too large');
  return png;
}
