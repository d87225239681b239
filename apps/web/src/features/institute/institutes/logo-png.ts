import { LOGO_BYTES } from '@abhyas/contract/institute/institutes';

/** As large as it is shown, on the finest screens. */
const mostWidth = 384;
const mostHeight = 144;
const kinds = ['image/png', 'image/jpeg', 'image/webp'];

/** Why a file is no logo, in words; null where it may be one. */
export const faultOfLogo = ({ type, size }: Pick<File, 'type' | 'size'>): string | null => {
  if (!kinds.includes(type)) return 'Choose a picture in PNG, JPEG or WebP. A drawing in SVG is not taken.';
  return size > 10_000_000 ? 'Choose a picture of less than 10 MB.' : null;
};

/** Width and height that fit, in proportion. */
export function fitted(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, mostWidth / width, mostHeight / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The picture as a small PNG in base64, without what a camera wrote into it. Throws where the browser cannot read it, or it stays too large. */
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
