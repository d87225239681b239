import { expect, test } from 'vitest';
import { defaultBrand } from '../institute/brand.ts';
import { privacyInHindi, termsInHindi } from './hindi-legal.ts';
import { privacyOf, termsOf, type TextSection } from './legal.ts';

const numbers = /\d+|utm_source|GST/g;
const brand = { ...defaultBrand, legal: { ...defaultBrand.legal, address: 'Kota' } };
/** What both versions of a paragraph must contain: the brand's own names and every number. */
function factsOf(sections: readonly TextSection[]): string[][][] {
  const { name, supportEmail, legal } = brand;
  const words = [name, supportEmail, legal.address, legal.arbitrationCity, legal.courtsCity];
  return sections.map(({ paragraphs }) =>
    paragraphs.map((text) => [...words.filter((word) => text.includes(word)), ...(text.match(numbers) ?? [])].toSorted()),
  );
}

test('the Hindi of terms and privacy has the same paragraphs as the English, with the same names and numbers', () => {
  expect(factsOf(termsInHindi(brand))).toEqual(factsOf(termsOf(brand)));
  expect(factsOf(privacyInHindi(brand))).toEqual(factsOf(privacyOf(brand)));
});

test('a date of the terms that cannot be read stays as the brand writes it', () => {
  const updated = 'the spring of 2027';
  const sections = termsInHindi({ ...brand, legal: { ...brand.legal, updated } });
  expect(sections.at(-1)?.paragraphs[0]).toContain(updated);
});
