import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultBrand } from '@abhyas/contract/institute/brand';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBrandFolder, refuseDemoBrand } from './brand-folder.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'abhyas-brand-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

test('the brand of the repository follows brand/README.md', () => {
  const { brand, texts } = readBrandFolder(join(import.meta.dirname, '../../../brand'));
  expect(brand.name).toBe('Abhyas');
  expect(texts.careers.departments.length).toBeGreaterThan(0);
  for (const { names, posts, photos } of texts.team.groups) expect([posts.length, photos.length]).toEqual([names.length, names.length]);
});

test('a folder without files results in the product’s own brand, and a file replaces the fields that it contains', () => {
  expect(readBrandFolder(folder)).toMatchObject({ brand: defaultBrand, texts: { team: { groups: [] } } });
  write('brand.yaml', 'name: Vidya Online\n');
  expect(readBrandFolder(folder).brand).toEqual({ ...defaultBrand, name: 'Vidya Online' });
  write('brand.yaml', 'landing:\n  clients: [{ name: Vidya Classes, city: Pune, logo: null }]\nlegal:\n  company: Vidya Online Pvt Ltd\n');
  expect(readBrandFolder(folder).brand).toEqual({
    ...defaultBrand,
    landing: { ...defaultBrand.landing, clients: [{ name: 'Vidya Classes', city: 'Pune', logo: null }] },
    legal: { ...defaultBrand.legal, company: 'Vidya Online Pvt Ltd' },
  });
});

test.each([
  ['name: 7', 'name'],
  ['storeLink: javascript:alert(1)', 'storeLink'],
  ['logo: ../../secret.svg', 'logo'],
  ['colours: { accent: red, accentDark: "#aaaaaa" }', 'colours'],
  ['social: [{ name: X, address: "ftp://x" }]', 'social.0.address'],
  ['name: [', 'cannot be read as YAML'],
])('%s stops the start with a message that names the place', (text, place) => {
  write('brand.yaml', text);
  expect(() => readBrandFolder(folder)).toThrow(place);
});

test('the brand of a release is refused until it has an address of its own', () => {
  const folder = fileURLToPath(new URL('../../../deploy/brand', import.meta.url));
  const { brand } = readBrandFolder(folder);
  expect(() => refuseDemoBrand(brand, folder)).toThrow(/the phone number \+91 00000 00000 and the address support@abhyas\.example/);
  expect(() => refuseDemoBrand({ ...brand, supportPhone: '+91 98765 43210', supportEmail: 'help@classes.example' }, folder)).not.toThrow();
});

test('the demo’s brand is refused because of its invented facts, and an installation’s own brand is accepted', () => {
  const folder = fileURLToPath(new URL('../../../brand', import.meta.url));
  const { brand } = readBrandFolder(folder);
  expect(() => refuseDemoBrand(brand, folder)).toThrow(
    /the GSTIN 29AAAAA0000A1Z5 and the phone number \+91 00000 00000 and the address support@abhyas\.example and the institute Vidya Classes/,
  );
  const own = { ...brand, supportPhone: '+91 98765 43210', supportEmail: 'help@classes.example' };
  expect(() => refuseDemoBrand(own, folder)).toThrow(/GSTIN 29AAAAA0000A1Z5 and the institute Vidya Classes/);
  const landing = { ...brand.landing, clients: [], testimonials: [] };
  expect(() => refuseDemoBrand({ ...own, tax: null, landing }, folder)).not.toThrow();
});
