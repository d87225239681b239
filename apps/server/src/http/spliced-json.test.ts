import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compressPart, splice as spliceParts } from './spliced-json.ts';

const part = fc.dictionary(
  fc.string({ minLength: 1 }).map((name) => `a${name}`),
  fc.jsonValue(),
  { minKeys: 1 },
);
const rest = fc.dictionary(
  fc.string({ minLength: 1 }).map((name) => `b${name}`),
  fc.jsonValue(),
  { minKeys: 1 },
);
const splice = (...parts: Parameters<typeof spliceParts>) => Buffer.concat(spliceParts(...parts));
const opening = (value: object) => `${JSON.stringify(value).slice(0, -1)},`;

describe('a part compressed once and a rest after it', () => {
  test('join to one gzip member with the whole JSON text', async () => {
    await fc.assert(
      fc.asyncProperty(part, rest, fc.constantFrom(1, 9), async (shared, own, level) => {
        const bytes = splice(await compressPart(opening(shared), level), JSON.stringify(own).slice(1));
        const text = gunzipSync(bytes).toString('utf8');
        expect(text).toBe(opening(shared) + JSON.stringify(own).slice(1));
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify({ ...shared, ...own })));
        // A browser reads only the first gzip member. The final length covers the whole text, so there is no second member.
        expect(bytes.readUInt32LE(bytes.length - 4)).toBe(Buffer.byteLength(text));
      }),
      { numRuns: 200 },
    );
  });

  test('work for the size of a paper, for every character, and for many rests after one part', async () => {
    const shared = { questions: Array.from({ length: 90 }, (_, at) => ({ id: at, text: `प्रश्न ${at} 😀 ${'x^2 + '.repeat(200)}` })) };
    const kept = await compressPart(opening(shared), 9);
    for (const own of [{ a: 1 }, { a: 'b'.repeat(70_000) }, { a: 'आशा'.repeat(40_000) }, { name: 'आशा राव' }]) {
      expect(JSON.parse(gunzipSync(splice(kept, JSON.stringify(own).slice(1))).toString('utf8'))).toEqual({ ...shared, ...own });
    }
  });

  test('reveal damage by a checksum over the whole text', async () => {
    const bytes = splice(await compressPart(opening({ a: 1 }), 9), '"b":2}');
    for (const at of [bytes.length - 8, bytes.length - 1]) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      expect(() => gunzipSync(damaged)).toThrow();
    }
  });
});
