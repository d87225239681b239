import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pngOf } from '../../../testing/files.ts';
import { sizeOfPicture } from './picture-size.ts';

const photo = readFileSync(new URL('../../../../../../content/photos/working.jpg', import.meta.url));
/** The head of a WebP of 30 bytes, whose form begins at byte 12. */
function webpOf(form: string, sides: readonly number[], at: number): Buffer {
  const bytes = Buffer.alloc(30);
  bytes.write('RIFF');
  bytes.write(`WEBP${form}`, 8);
  bytes.set(sides, at);
  return bytes;
}

test.each([
  ['png', pngOf(30_000, 20), { width: 30_000, height: 20 }],
  ['jpg', photo, { width: 640, height: 460 }],
  ['jpeg', photo, { width: 640, height: 460 }],
  ['webp', webpOf('VP8X', [0xff, 0x3f, 0, 1, 0, 0], 24), { width: 16_384, height: 2 }],
  ['webp', webpOf('VP8 ', [0x2c, 0x41, 0xc8, 0x80], 26), { width: 300, height: 200 }],
  ['webp', webpOf('VP8L', [0x2f, 0x2b, 0xc1, 0x31, 0], 20), { width: 300, height: 200 }],
])('the size of a %s is read from the head of its file', (ending, bytes, size) => expect(sizeOfPicture(ending, bytes)).toEqual(size));

test.each([
  ['png', pngOf(10, 0)],
  ['png', pngOf(10, 10).subarray(0, 20)],
  ['jpg', photo.subarray(0, 8)],
  ['jpg', Buffer.concat([photo.subarray(0, 2), Buffer.alloc(40)])],
  ['jpg', Buffer.from([0xff, 0xd8, ...Array<number>(40).fill(0xff)])],
  ['webp', webpOf('JUNK', [9, 9, 9, 9, 9, 9], 24)],
  ['webp', Buffer.from('RIFF')],
  ['gif', photo],
])('a %s with a damaged head has no size', (ending, bytes) => expect(sizeOfPicture(ending, bytes)).toBeNull());
