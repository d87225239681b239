import { expect, test } from 'vitest';
import { pdfOfPhotos } from './photo-pdf.ts';

const latin = async (blob: Blob) => Buffer.from(await blob.arrayBuffer()).toString('latin1');
const page = (text: string, width = 600, height = 800) => ({ bytes: new TextEncoder().encode(text), width, height });

test('photos become one PDF in their order, one page each, with unchanged bytes', async () => {
  const text = await latin(pdfOfPhotos([page('first photo'), page('second photo', 800, 600)]));
  expect(text.startsWith('%PDF-1.4')).toBe(true);
  expect(text.match(/\/Type \/Page(?!s)/g)).toHaveLength(2);
  expect(text.indexOf('first photo')).toBeLessThan(text.indexOf('second photo'));
  expect(text).toContain('/MediaBox [0 0 595 793]');
  expect(text).toContain('/MediaBox [0 0 595 446]');
});

test("each object is at the offset that the PDF's table states", async () => {
  const text = await latin(pdfOfPhotos([page('one'), page('two'), page('three')]));
  const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  expect(text.slice(start, start + 4)).toBe('xref');
  const places = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place));
  expect(places).toHaveLength(2 + 3 * 3);
  for (const [at, place] of places.entries()) expect(text.slice(place)).toMatch(new RegExp(`^${at + 1} 0 obj\\n`));
});
