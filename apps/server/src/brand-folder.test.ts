import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultBrand } from '@abhyas/contract/institute/brand';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBrandFolder } from './brand-folder.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'abhyas-brand-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

test('the brand of the repository is as it is described', () => {
  const { brand, texts } = readBrandFolder(join(import.meta.dirname, '../../../brand'));
  expect(brand.name).toBe('Abhyas');
  expect(texts.careers.departments.length).toBeGreaterThan(0);
  for (const { names, posts, photos } of texts.team.groups) expect([posts.length, photos.length]).toEqual([names.length, names.length]);
});

test('a folder without files has the product’s own, and a file changes what it names', () => {
  expect(readBrandFolder(folder)).toMatchObject({ brand: defaultBrand, texts: { team: { groups: [] } } });
  write('brand.yaml', 'name: Vidya Online\n');
  expect(readBrandFolder(folder).brand).toEqual({ ...defaultBrand, name: 'Vidya Online' });
});

test.each([
  ['name: 7', 'name'],
  ['storeLink: javascript:alert(1)', 'storeLink'],
  ['logo: ../../secret.svg', 'logo'],
  ['colours: { accent: red, accentDark: "#aaaaaa" }', 'colours'],
  ['social: [{ name: X, address: "ftp://x" }]', 'social.0.address'],
  ['name: [', 'cannot be read as YAML'],
])('%s stops the start with its place', (text, place) => {
  write('brand.yaml', text);
  expect(() => readBrandFolder(folder)).toThrow(place);
});
