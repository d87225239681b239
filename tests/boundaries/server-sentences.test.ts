import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProblemCode, problems } from '@abhyas/contract/problem';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { readModules } from './source-module.ts';

const root = join(import.meta.dirname, '../..');
const hindi = JSON.parse(readFileSync(join(root, 'apps/web/src/platform/hi.json'), 'utf8')) as Record<string, string>;

/** Refusals that only staff and the operator meet, who read English. */
const ofStaff: readonly ProblemCode[] = [
  'students_sitting',
  'institute_exists',
  'class_clash',
  'draft_changed',
  'question_changed',
  'wrong_word',
];

/** The patterns of the sentences that the code says to students, guardians and visitors: the server's templates with the tag `say`. */
function patternsIn(path: string): string[] {
  const found: string[] = [];
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== 'Identifier' || tag.name !== 'say') return;
      found.push(quasi.quasis.map(({ value }, at) => `${at === 0 ? '' : `{${at - 1}}`}${value.cooked ?? ''}`).join(''));
    },
  }).visit(parseSync(path, readFileSync(join(root, path), 'utf8')).program);
  return found;
}

const ofServer = readModules(root)
  .map(({ path }) => path)
  .filter((path) => /^(?:apps\/server|packages\/(?:exam|contract))\/src\//.test(path) && !path.endsWith('.test.ts'));
const said = [...new Set(ofServer.flatMap(patternsIn))];
const refusals = Object.entries(problems).flatMap(([code, [, text]]) => (ofStaff.includes(code as ProblemCode) ? [] : [text]));
const gapsOf = (text: string): string[] => text.match(/\{\w+\}/g) ?? [];

test('every sentence of the server that students, guardians and visitors read has its Hindi', () => {
  expect(said.length).toBeGreaterThan(100);
  expect([...said, ...refusals].filter((sentence) => !hindi[sentence])).toEqual([]);
});

test('a sentence of the server in Hindi has only gaps that the English one has', () => {
  const faulty = [...said, ...refusals].filter((sentence) => gapsOf(hindi[sentence] ?? '').some((gap) => !sentence.includes(gap)));
  expect(faulty).toEqual([]);
});
