import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { defaultBrand } from '@abhyas/contract/institute/brand';
import { describe, expect, it } from 'vitest';
import { readSentences } from './sentences.ts';
import { readModules } from './source-module.ts';

const root = resolve(import.meta.dirname, '../..');
const web = 'apps/web/src/';
const modules = new Map(readModules(root).map((module) => [module.path, module]));

/** The files that students, guardians and visitors load: everything that the site's entry reaches, without the console. */
function filesOfStudents(): string[] {
  const reached = new Set<string>();
  const visit = (path: string) => {
    const module = modules.get(path);
    if (!module || reached.has(path) || !path.startsWith(web) || path.startsWith(`${web}app/staff/`)) return;
    reached.add(path);
    for (const { to, isType } of module.imports) if (!isType) visit(to);
  };
  visit(`${web}main.tsx`);
  return [...reached].toSorted();
}

/** The operator’s first day, and the typesetter. */
const inEnglish = /\/question\/maths(?:-engine)?\.ts$|\/site\/first-day\//;
const files = filesOfStudents().filter((path) => !inEnglish.test(path));
const found = new Map(files.map((path) => [path, readSentences(path, readFileSync(join(root, path), 'utf8'))]));
const known = new Set([...found.values()].flatMap((sentences) => [...sentences.known]));
const catalogues = readdirSync(join(root, web), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('hi.json'))
  .map((path) => join(web, path));
const hindi = catalogues.flatMap((path) =>
  Object.entries(JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, string>).map(([english, text]) => ({
    path,
    english,
    text,
  })),
);

type Token = string | [name: string, kind?: string, rules?: Record<string, unknown>];

/** The names of the values of a sentence, with those inside its plurals, and its elements. */
function gapsOf(sentence: string): string[] {
  const read = (tokens: unknown): string[] => {
    if (!Array.isArray(tokens)) return [];
    return (tokens as Token[]).flatMap((token) =>
      typeof token === 'string' ? [] : [token[0], ...Object.values(token[2] ?? {}).flatMap((rule) => read(rule))],
    );
  };
  const elements = [...sentence.matchAll(/<\/?\w+\/?>/g)].map(([element]) => element);
  return [...new Set([...read(compileMessage(sentence)), ...elements])].toSorted();
}

describe('the interface in two languages', () => {
  it('takes every sentence that a student reads from the catalogue', () => {
    const loose = [...found].flatMap(([path, sentences]) => sentences.loose.map(({ text, line }) => `${path}:${line} ${text}`));
    expect(loose).toEqual([]);
  });

  it('has the Hindi of every sentence', () => {
    const translated = new Set(hindi.map(({ english }) => english));
    expect([...known].filter((sentence) => !translated.has(sentence)).toSorted()).toEqual([]);
  });

  it('has the Hindi of the product’s own brand', () => {
    const { tagline, landing } = defaultBrand;
    const titled = [landing.institute, ...landing.features, ...landing.institute.offers].flatMap(({ title, text }) => [title, text]);
    const texts = [tagline, landing.lead, ...titled];
    const inHindi = JSON.parse(readFileSync(join(root, web, 'platform/brand-in-hindi.json'), 'utf8')) as Record<string, string>;
    expect(texts.filter((text) => !(text in inHindi))).toEqual([]);
  });

  it('keeps the values and elements of a sentence in Hindi', () => {
    const unequal = hindi.filter(({ english, text }) => gapsOf(english).join(' ') !== gapsOf(text).join(' '));
    expect(unequal).toEqual([]);
  });

  it('has the Hindi of a sentence in one place only', () => {
    const seen = new Set<string>();
    const repeated = hindi.filter(({ english }) => seen.size === seen.add(english).size);
    expect(repeated).toEqual([]);
  });
});
