import { expect, test } from 'vitest';
import { answerSheetExtensions, extensionOf, fileKindOf, isContentOf, mediaTypes, sharedFileExtensions } from './file-kinds.ts';

test.each([
  ['png', 'Image'],
  ['JPEG', 'Image'],
  ['svg', 'Image'],
  ['bmp', 'Image'],
  ['doc', 'Word'],
  ['docx', 'Word'],
  ['txt', 'Word'],
  ['mp4', 'Video'],
  ['avi', 'Video'],
  ['mpg', 'Video'],
  ['mpeg', 'Video'],
  ['mkv', 'Video'],
  ['ppt', 'Powerpoint'],
  ['pptx', 'Powerpoint'],
  ['pps', 'Powerpoint'],
  ['xlsx', 'Excel'],
  ['xlsm', 'Excel'],
  ['xls', 'Excel'],
  ['pdf', 'Pdf'],
  ['zip', 'File'],
  ['', 'File'],
  ['constructor', 'File'],
])('the extension "%s" is of the kind %s', (extension, kind) => expect(fileKindOf(extension)).toBe(kind));

test.each([
  ['Notes.PDF', 'pdf'],
  ['a.tar.gz', 'gz'],
  ['no-extension', ''],
  ['.pdf.', ''],
])('the extension of "%s" is "%s"', (name, extension) => expect(extensionOf(name)).toBe(extension));

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const program = bytes('MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff\x00\x00');

test.each(sharedFileExtensions.filter((extension) => extension !== 'txt'))(
  'a program renamed to .%s is not recognised as that kind',
  (extension) => {
    expect(isContentOf(extension, program)).toBe(false);
    expect(isContentOf(extension, bytes('<svg onload="x"></svg><html><script>'))).toBe(false);
    expect(isContentOf(extension, new Uint8Array())).toBe(false);
  },
);

test('a file counts as text if it has no zero byte', () => {
  expect(isContentOf('txt', program)).toBe(false);
  expect(isContentOf('txt', bytes('Read chapter 3.'))).toBe(true);
});

test.each([
  ['pdf', '%PDF-1.7'],
  ['pdf', '\n\n%PDF-1.4'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpg', '\xff\xd8\xff\xe0'],
  ['gif', 'GIF89a'],
  ['webp', 'RIFF....WEBPVP8 '],
  ['heic', '\0\0\0\x18ftypheic'],
  ['mp4', '\0\0\0\x18ftypisom'],
  ['doc', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['docx', 'PK\x03\x04'],
  ['mkv', '\x1a\x45\xdf\xa3'],
  ['mpg', '\0\0\x01\xba'],
  ['bmp', 'BM\x36\x10\0\0\0\0\0\0'],
] as const)('a file of the kind %s is recognised by its first bytes', (extension, head) => {
  expect(isContentOf(extension, bytes(head))).toBe(true);
});

test('an answer sheet is neither an SVG nor a document with macros', () => {
  expect(answerSheetExtensions).not.toContain('svg');
  expect(Object.keys(mediaTypes).filter((extension) => /^(svg|html?|docm|xlsm|pptm)$/.test(extension))).toEqual([]);
});
