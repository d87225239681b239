import { addBankPicture, MOST_PICTURE_BYTES } from '@abhyas/contract/bank/bank-questions';
import type { BankFigure } from '@abhyas/contract/bank/bank-content';
import { base64Of } from '../../../platform/base64.ts';
import { call } from '../../../platform/call.ts';

const types: Readonly<Record<string, 'svg' | 'png' | 'jpg' | 'webp'>> = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/** The long side, in px, to which a picture that is too large is reduced. */
const longSide = 1600;

/** The first picture among pasted or dropped things. */
export const pictureIn = (data: DataTransfer | null): File | null =>
  [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/')) ?? null;

/** A smaller copy of a photo. Throws if the browser cannot read it. */
async function reduced(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, longSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
  if (!made) throw new Error('The browser made no picture');
  return made;
}

/** Stores a picture and returns it without its description. A picture of another kind or size is first made into one that fits. */
export async function uploadPicture(file: File): Promise<BankFigure> {
  const isVector = file.type === 'image/svg+xml';
  const fits = types[file.type] !== undefined && (isVector || file.size <= MOST_PICTURE_BYTES);
  const picture = fits ? file : await reduced(file);
  const { hash } = await call(addBankPicture, { type: types[picture.type] ?? 'png', bytes: await base64Of(picture) });
  return { hash, alt: '', size: 2 };
}
