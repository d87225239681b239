// Contents: a picture's pixels · crops · reading one picture
import { type GrayPicture, grayOf, partOf } from '@abhyas/exchange/sheets/gray-picture';
import { fingerprintOf } from '@abhyas/exchange/sheets/fingerprint';
import { FLAT_SCALE } from '@abhyas/exchange/sheets/measured-bubbles';
import { type Area, readSheet, type Unread } from '@abhyas/exchange/sheets/read-sheet';
import { sheetCode, type Doubt } from '@abhyas/exam/exam-office/answer-sheet';
import type { Question, Reading, SheetToAdd } from './sheet-reader.ts';

const mostPixels = 80_000_000;
/** Pictures are read at this size at most, on their longer side: larger ones show nothing more of a bubble. */
const longestSide = 3200;

const words: Record<Unread, string> = {
  no_corners: 'The four squares in the corners were not found. Take the photo again with the whole sheet in it, flat and in even light.',
  too_small: 'The sheet is too small in this picture. Take the photo from closer, or scan it with 100 dots an inch or more.',
  no_code: 'The code at the upper right cannot be read. Take the photo again, sharp and without a hand on the code.',
  other_paper: 'This is the answer sheet of another test.',
};

async function pixelsOf(picture: Blob | ImageBitmap): Promise<GrayPicture> {
  const bitmap = picture instanceof Blob ? await createImageBitmap(picture, { imageOrientation: 'from-image' }) : picture;
  try {
    if (bitmap.width * bitmap.height > mostPixels) throw new RangeError('The picture has too many pixels');
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    const canvas = new OffscreenCanvas(Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale)));
    const area = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (!area) throw new Error('The browser cannot draw pictures');
    area.fillStyle = '#fff';
    area.fillRect(0, 0, canvas.width, canvas.height);
    area.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return grayOf(area.getImageData(0, 0, canvas.width, canvas.height));
  } finally {
    bitmap.close();
  }
}

/** A part of the flattened page as a JPEG in base64. */
async function cropOf(flat: GrayPicture, { x, y, width, height }: Area): Promise<string> {
  const part = partOf(flat, { x: x * FLAT_SCALE, y: y * FLAT_SCALE, width: width * FLAT_SCALE, height: height * FLAT_SCALE });
  const canvas = new OffscreenCanvas(Math.max(1, part.width), Math.max(1, part.height));
  const area = canvas.getContext('2d', { alpha: false });
  if (!area) throw new Error('The browser cannot draw pictures');
  const pixels = area.createImageData(canvas.width, canvas.height);
  for (const [at, light] of part.data.entries()) pixels.data.set([light, light, light, 255], at * 4);
  area.putImageData(pixels, 0, 0);
  const jpeg = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.6 })).arrayBuffer());
  return btoa(Array.from(jpeg, (byte) => String.fromCharCode(byte)).join(''));
}

async function read({ file_name, picture, test }: Question): Promise<Reading> {
  let gray: GrayPicture;
  try {
    gray = await pixelsOf(picture);
  } catch (failure) {
    const isLarge = failure instanceof RangeError;
    return { kind: 'unread', message: isLarge ? 'This picture has more than 80 million pixels.' : 'This device cannot open the picture.' };
  }
  const isOfTest = (code: { kind: 'draft' | 'test'; id: number }) =>
    code.kind === 'test' ? code.id === test.id : code.id === test.draft_id;
  const sheet = readSheet(gray, (code) => (isOfTest(code) ? test.sections : null));
  if (sheet.kind === 'unread') return { kind: 'unread', message: words[sheet.why] };
  const doubtOf = async (why: Doubt | null, area: Area | undefined): Promise<SheetToAdd['roll_doubt']> =>
    why && { why, crop: area ? await cropOf(sheet.flat, area) : null };
  const answers = [];
  for (const { doubt, ...answer } of sheet.answers)
    answers.push({ ...answer, doubt: await doubtOf(doubt, sheet.areas.questions.get(answer.question)) });
  return {
    kind: 'sheet',
    sheet: {
      source: 'photo',
      file_name,
      fingerprint: fingerprintOf(gray.data),
      code: sheetCode(sheet.code),
      roll_number: sheet.roll.digits,
      roll_doubt: await doubtOf(sheet.roll.doubt, sheet.areas.roll),
      answers,
    },
  };
}

self.onmessage = ({ data }: MessageEvent<Question>) => {
  void read(data).then((reading) => self.postMessage(reading));
};
