import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readQuestions, recognise } from './read-questions.ts';
import { type Archive, type Format, formats, most } from './reading.ts';
import { archiveOf } from './testing/items-of.ts';
import { documentOf } from './testing/word.ts';

/** Reads an archive as one format, and checks what every reader promises of its items. */
async function readAs(archive: Archive, format: Format): Promise<number> {
  let count = 0;
  for await (const item of readQuestions(archive, format)) {
    count += 1;
    expect(item.source.length).toBeLessThanOrEqual(most.source);
    expect(item.notices.length).toBeLessThanOrEqual(most.notices);
    expect(item.pictures.length).toBeLessThanOrEqual(most.pictures);
    if (item.about === 'question' && item.question === null) expect(item.notices.some(({ kind }) => kind === 'fault')).toBe(true);
    if (item.question) expect(item.question.options).toHaveLength(4);
  }
  return count;
}

const pieces = [
  '\n',
  '\n\n',
  ' ',
  '1. ',
  'Q2) ',
  '(a) ',
  'B) ',
  '(c) x (d) y',
  'Ans: (b)',
  'ANSWER: A',
  'Answer Key',
  'Solution: ',
  'Passage for questions 1 to 2',
  '::t::',
  '{',
  '}',
  '=',
  '~',
  '#',
  '%50%',
  '->',
  '\\',
  '\\{',
  '$',
  '$$',
  '\\(',
  '\\)',
  '\\[',
  '\\begin{align}',
  '<p>',
  '</p>',
  '<b>',
  '<table><tr><td>',
  '<img src="a.png">',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '&',
  '&amp;',
  '&#36;',
  '"',
  ',',
  ';',
  '|',
  'question,a,b,c,d,answer\n',
  '<quiz><question type="multichoice">',
  '</question>',
  '<answer fraction="100"><text>',
  '</text>',
  '<questestinterop><item>',
  '<assessmentItem identifier="x"><itemBody>',
  '<choiceInteraction>',
  '**',
  '_',
  '`',
  '```',
  '![a](b)',
  '- [x] ',
  '# ',
  '\u0000',
  '\uD800',
  '\uE000',
  '\uFFFC',
  'é',
  '1e5',
  'x',
];
const jumble = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(''));
const parts: readonly string[] = [
  'word/document.xml',
  'word/numbering.xml',
  'xl/workbook.xml',
  'xl/worksheets/sheet1.xml',
  'imsmanifest.xml',
  'set.txt',
];

test('whatever a file contains, no reader throws, and each question that the product cannot hold has a fault', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(jumble, fc.uint8Array({ maxLength: 200 })), fc.constantFrom(...parts), async (content, name) => {
      const archive = archiveOf({ [name]: content });
      await recognise(archive);
      for (const format of formats) await readAs(archive, format);
    }),
    { numRuns: 150 },
  );
});

const long = 300_000;
const many = (part: string) => part.repeat(Math.ceil(long / part.length));
const inWord = (inner: string) => ({ 'word/document.xml': documentOf(`<w:p><w:r><w:t>1. q</w:t></w:r>${inner}</w:p>`) });
const inMoodle = (inner: string) => ({
  'quiz.xml': `<quiz><question type="multichoice"><questiontext><text>${inner}</text></questiontext></question></quiz>`,
});

// A reader whose work grows with the square of the input needs minutes for these, and the test ends by its limit of time.
test.each([
  ['brackets', { 'a.txt': many('(') }],
  ['openings of formulas', { 'a.txt': many('\\(') }],
  ['openings of formulas with one end', { 'a.txt': `1. x\n${many('\\(')}\\)` }],
  ['dollars', { 'a.txt': `1. x\n(a) ${many('$x ')}` }],
  ['stars', { 'a.txt': `1. x\n(a) ${many('*a **b ')}` }],
  ['links', { 'a.txt': `1. x\n(a) ${many('[a](')}` }],
  ['blank lines', { 'a.txt': many(' \n') }],
  ['open braces', { 'a.txt': many('::a::{=b\n\n') }],
  ['quotes', { 'a.csv': `question,a,b,c,d,answer\n${many('x,1,2,3,4,"')}` }],
  ['tags in a cell', { 'a.csv': `question,a,b,c,d,answer\n"${many('<b> </b>')}",1,2,3,4,A` }],
  ['nested elements', inMoodle(many('<a>'))],
  ['nested tags', inMoodle(`<![CDATA[${many('<table><tr><td>')}]]>`)],
  ['attributes', inMoodle(`<a ${Array.from({ length: 20_000 }, (_, at) => `a${at}="b"`).join(' ')}/>`)],
  ['ends of elements', inMoodle(many('</a>'))],
  ['nested fractions', inWord(`<m:oMath>${many('<m:f><m:num>')}`)],
  ['marks of options', inWord(`<w:r><w:t>${many('(a) ')}</w:t></w:r>`)],
  ['runs', inWord(many('<w:r><w:t>x</w:t></w:r>'))],
])('many %s are read in a time that grows with their number', async (_what, files) => {
  for (const format of formats) await readAs(archiveOf(files), format);
});
