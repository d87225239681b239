import { expect, test } from 'vitest';
import { withoutMetadata } from './jpeg.ts';

const segment = (code: number, content: string) => {
  const body = Buffer.from(content, 'latin1');
  return Buffer.concat([Buffer.from([0xff, code, (body.length + 2) >> 8, (body.length + 2) & 0xff]), body]);
};
const begin = Buffer.from([0xff, 0xd8]);
const end = Buffer.from([0xff, 0xd9]);
const scan = Buffer.concat([segment(0xda, 'head'), Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3])]);
const [jfif, profile, adobe, tables] = [
  segment(0xe0, 'JFIF'),
  segment(0xe2, 'ICC_PROFILE'),
  segment(0xee, 'Adobe'),
  segment(0xdb, 'tables'),
];

test('place, device, comments and bytes after the end are removed from a photo, and everything that a decoder needs stays', () => {
  const metadata = [segment(0xe1, 'Exif GPS 12.97 N'), segment(0xed, 'Photoshop'), segment(0xfe, 'A comment')];
  const photo = Buffer.concat([
    begin,
    jfif,
    ...metadata,
    profile,
    adobe,
    tables,
    scan,
    segment(0xe1, 'Exif'),
    scan,
    end,
    Buffer.from('trailer'),
  ]);
  expect(withoutMetadata(photo)).toEqual(Buffer.concat([begin, jfif, profile, adobe, tables, scan, scan, end]));
});

test('bytes that are not a whole JPEG are refused', () => {
  const whole = Buffer.concat([begin, jfif, tables, scan, end]);
  for (let length = 0; length < whole.length; length += 1) expect(withoutMetadata(whole.subarray(0, length)), `${length} bytes`).toBeNull();
  expect(withoutMetadata(Buffer.concat([begin, Buffer.from('no marker')]))).toBeNull();
  const restarts = (count: number) => Buffer.concat([begin, jfif, Buffer.from('ffd0'.repeat(count), 'hex'), scan, end]);
  expect(withoutMetadata(restarts(1000))).toEqual(restarts(1000));
  expect(withoutMetadata(restarts(100_000)), 'more segments than a camera writes').toBeNull();
  expect(withoutMetadata(Buffer.concat([begin, Buffer.from([0xff, 0xe1, 0, 0]), end]))).toBeNull();
});
