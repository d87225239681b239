import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { chapter, lift, lineOf, paper } from '../../../../testing/content-folder.ts';
import { readAtMost } from '../reading/authored-file.ts';
import { findFiles } from './check-content.ts';
import { checkFile } from './check-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'abhyas-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

const figure = join(folder, 'figures/physics/lift.svg');
mkdirSync(dirname(figure), { recursive: true });
writeFileSync(figure, lift);

const file = join(folder, 'file.yaml');
function check(content: string | Buffer) {
  writeFileSync(file, content);
  return checkFile(file, folder);
}
/** Faults in the form `line: message`. */
const faultsOf = (content: string | Buffer) => check(content).faults.map(({ line, what }) => `${line}: ${what}`);
const changed = (from: string, to: string) => {
  expect(chapter).toContain(from);
  return chapter.replace(from, () => to);
};

test('a faultless file has no fault and no warning', () => {
  expect(check(chapter)).toMatchObject({ faults: [], warnings: [] });
  expect(check(`\uFEFF${paper.replaceAll('\n', '\r\n')}`)).toMatchObject({ faults: [], warnings: [] });
});

describe('a character that no page can show is a fault with its position:', () => {
  test('bytes of windows-1252, line by line', () => {
    const bytes = Buffer.from(chapter.replace('Twice five.', 'Caf\xe9 five.').replace('Ten.', 'Ten \x93 ten.'), 'latin1');
    expect(faultsOf(bytes)).toEqual([
      `${lineOf(chapter, 'Twice five')}: The byte E9 after “solution: Caf” is not UTF-8: save the file as UTF-8`,
      `${lineOf(chapter, 'Ten.')}: The byte 93 after “solution: Ten” is not UTF-8: save the file as UTF-8`,
    ]);
  });

  test.each([
    ['NUL', '\0', 'The control character U+0000 cannot be shown'],
    ['a bell', '\x07', 'The control character U+0007 cannot be shown'],
    ['a control character of the second range', '\x92', 'The control character U+0092 cannot be shown'],
    ['a replacement character from an earlier loss', '\uFFFD', 'The sign \uFFFD, which stands where a character was lost, cannot be shown'],
  ])('%s', (_what, character, says) => {
    expect(faultsOf(changed('Twice five.', `Twice${character} five.`))).toEqual([`${lineOf(chapter, 'Twice')}: ${says}`]);
  });

  test.each([
    ['NUL', String.raw`"Twice\0 five."`, 'phy-speed-001: The control character U+0000 cannot be shown'],
    ['half a character', String.raw`"Twice\ud83d five."`, 'phy-speed-001: Half a character (U+D83D) cannot be shown'],
  ])('%s written as an escape', (_what, text, says) => {
    expect(faultsOf(changed('Twice five.', text))).toEqual([`${lineOf(chapter, 'Twice')}: ${says}`]);
  });
});

describe('an unreadable file is one fault, in an author’s words:', () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...[...'bcdefghi'].map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]},`.repeat(9)}]`),
  ];
  test.each<[string, string | Buffer, string]>([
    ['aliases that grow without bound', `${bomb.join('\n')}\n`, '1: The file names its own parts (*name) too often: write them out'],
    ['an alias inside its own anchor', 'a: &a [*a]\n', '1: Parts of the file are nested more than 20 deep'],
    ['lists in lists without end', `a: ${'['.repeat(2000)}${']'.repeat(2000)}`, '1: Parts of the file are nested more than 20 deep'],
    ['nothing', '', '1: The file is empty'],
    ['nothing but a comment', '# later\n', '1: The file is empty'],
    ['UTF-16', Buffer.from(`\uFEFF${chapter}`, 'utf16le'), '1: The file is UTF-16: save it as UTF-8'],
    ['UTF-16 without its mark', Buffer.from(chapter, 'utf16le'), '1: The file is UTF-16: save it as UTF-8'],
    ['two documents', 'a: 1\n---\nb: 2\n', '2: A second document begins here (---): write one document per file'],
    ['a list', '- a\n- b\n', '1: The file is not a chapter, paper or cheat sheet: it has no fields'],
    ['more than 2 MB', `a: ${'x'.repeat(2_000_000)}`, '1: The file has more than 2 MB: split it into several'],
  ])('%s', (_what, content, says) => {
    expect(faultsOf(content)).toEqual([says]);
  });
});

describe('every fault of a file is reported,', () => {
  test('of structure and of text, however many', () => {
    const questions = Array.from({ length: 40 }, (_, at) => {
      const code = `phy-many-${String(at).padStart(3, '0')}`;
      return `  - { code: ${code}, topic: phy-many-line, type: four_options, difficulty: 9, for: practice, text: 'a < b', options: [p, q, r, s], answer: 2, solution: S }\n`;
    });
    const { faults } = check(
      `chapter: { code: phy-many, name: Many, subject: physics, topics: [{ code: phy-many-line, name: Line }] }\nquestions:\n${questions.join('')}`,
    );
    expect(faults.map(({ line, what }) => `${line}: ${what}`)).toEqual(
      questions.flatMap((_question, at) => {
        const place = `${at + 3}: phy-many-${String(at).padStart(3, '0')}`;
        return [`${place}: difficulty is 5 or less`, `${place}: Not an allowed tag: < b`];
      }),
    );
  });

  test.each<[string, string, string, string]>([
    [
      'a text without quotes that is a number',
      "['a', 'b', 'c', 'd']",
      "['a', 'b', 3, 'd']",
      'phy-speed-005, option 3: it is text: put quotes around 3',
    ],
    [
      'a fault of an option',
      "['a', 'b', 'c', 'd']",
      "['a', 'b', 'c', 'd $x$']",
      'phy-speed-005, option 4: Write TeX between \\( and \\), not between dollars',
    ],
    ['three options', "['a', 'b', 'c', 'd']", "['a', 'b', 'c']", 'phy-speed-005: options has 4 entries or more, here 3'],
    ['no options', "    options: ['a', 'b', 'c', 'd']\n", '', 'phy-speed-005: Four options or four option figures are needed'],
    [
      'an invalid code',
      'code: phy-speed-003',
      'code: Phy_3',
      'Phy_3: code is a code of 3 to 61 characters: a to z, 0 to 9 and -, the first one no -',
    ],
    ['an unknown field', 'options_layout: 2', 'option_layout: 2', 'phy-speed-003: There is no field option_layout here'],
    ['a missing field', '    difficulty: 4\n', '', 'phy-speed-004: The field difficulty is missing'],
    [
      'an unknown type',
      'type: multiple_option',
      'type: several',
      'phy-speed-004: type is one of four_options, numerical, multiple_option, comprehension',
    ],
    ['a picture without an alternative text', ', alt: "A lift hangs from a cable"', '', 'phy-speed-lift: The field alt is missing'],
    ['notes that are a list', 'notes: 10', 'notes: [10]', 'phy-speed-002: notes is text or a number'],
  ])('%s', (_what, from, to, says) => {
    expect(check(changed(from, to)).faults.map(({ what }) => what)).toEqual([says]);
  });

  test('a passage and a topic by their codes, a section by its number', () => {
    expect(check(changed('A lift of mass', 'A <lift of mass')).faults).toMatchObject([
      { what: expect.stringMatching(/^phy-speed-lift: Not an/) },
    ]);
    expect(check(paper.replace('incorrect: -2', 'incorrect: 2')).faults).toMatchObject([{ what: 'section 1: incorrect is 0 or less' }]);
  });
});

describe('the key of a numerical question', () => {
  const keyOf = (answer: string) => {
    const { chapter: read, faults } = check(changed("answer: { from: '9.5', to: '10.5' }", `answer: ${answer}`));
    return { answer: read?.questions[1]?.answer, faults: faults.map(({ what }) => what) };
  };

  test.each<[string, unknown]>([
    ["'+65.49'", '65.49'],
    ["'89,034.79'", '89034.79'],
    ["'1,00,000'", '100000'],
    ["'\u22125'", '-5'],
    ["' 4 '", '4'],
    ["{ from: '\u22122.5', to: '+1,000' }", { from: '-2.5', to: '1000' }],
  ])('%s is read as a number', (answer, read) => {
    expect(keyOf(answer)).toEqual({ answer: read, faults: [] });
  });

  test.each([
    ['5', "The answer 5 is read as text: quote it, '5'"],
    ['{ from: 1, to: 2 }', "The answer 1 is read as text: quote it, '1'"],
    ["'0,123'", 'The answer 0,123 cannot be typed on the keypad: a decimal comma, or thousands grouped in two ways?'],
    ["'1,00,000,000'", 'The answer 1,00,000,000 cannot be typed on the keypad: a decimal comma, or thousands grouped in two ways?'],
    ["'1e5'", 'The answer 1e5 cannot be typed on the keypad'],
    ["'3.14159265358979'", 'The answer 3.14159265358979 has more characters than the keypad takes: 12'],
    ["{ from: '2', to: '1' }", 'The range ends before it begins'],
    ["{ from: '2' }", 'A range has the fields from and to, and no others'],
    ['[1, 2]', 'The answer of a numerical question is decimal text in quotes, or { from, to }'],
  ])('%s is a fault', (answer, says) => {
    expect(keyOf(answer).faults).toEqual([`phy-speed-002: ${says}`]);
  });

  test('is also read in a list of keys', () => {
    expect(check(changed("also_accepted: ['11']", "also_accepted: ['+11', '1,2']")).faults).toMatchObject([
      { what: expect.stringMatching(/^phy-speed-002: The answer 1,2 cannot be typed/) },
    ]);
    expect(check(changed("also_accepted: ['11']", "also_accepted: ['+11']")).chapter?.questions[1]?.also_accepted).toEqual(['11']);
  });
});

describe('the key of a question with options', () => {
  test.each([
    ['answer: [1, 3]', "answer: '1'", 'The answer is a list of option numbers, 1 to 4, without quotes'],
    ['answer: [1, 3]', 'answer: [1, 1]', 'The answer has an option twice'],
    ['answer: [1, 3]', 'answer: [0, 1]', 'The answer is a list of option numbers, 1 to 4, without quotes'],
    ['answer: 4', "answer: '4'", 'The answer is one option number, 1 to 4, without quotes'],
    ['answer: 4', 'answer: 5', 'The answer is one option number, 1 to 4, without quotes'],
  ])('%s written as %s is a fault', (from, to, says) => {
    expect(check(changed(from, to)).faults).toMatchObject([{ what: expect.stringMatching(new RegExp(`: ${says}$`)) }]);
  });
});

test('a question without a solution, and a numerical one without a check, are warnings', () => {
  const bare = changed('    solution: Ten.\n', '').replace(/ {4}check: .*\n/, '');
  const line = lineOf(bare, 'phy-speed-002');
  expect(check(bare)).toMatchObject({
    faults: [],
    warnings: [
      { line, what: 'phy-speed-002: has no solution' },
      { line, what: 'phy-speed-002: has no check, which would compute its answer' },
    ],
  });
});

test.each(['https://elsewhere.example/4.mp4', 'http://www.youtube.com/watch?v=dQw4w9WgXcQ', '/api/users/me'])(
  'a video at %s is a fault',
  (address) => {
    const file = changed('/clips/area-of-a-graph.webm#t=13,25', address);
    const what = `phy-speed-004: ${address} is not a video of YouTube, of this site or of a host that videos may come from, over https`;
    expect(check(file).faults).toMatchObject([{ line: lineOf(file, 'video: '), what }]);
  },
);

test('a device is refused, and a file far above the limit is not read completely', () => {
  const faultsAt = (file: string) => checkFile(file, folder).faults.map(({ what }) => what);
  expect(faultsAt('/dev/zero')).toEqual(['The file cannot be read: it is not a file']);
  const huge = join(folder, 'huge.yaml');
  writeFileSync(huge, 'a: 1\n');
  truncateSync(huge, 3 * 2 ** 30);
  expect(faultsAt(huge)).toEqual(['The file has more than 2 MB: split it into several']);
  expect(readAtMost(huge)).toHaveLength(2_000_001);
});

test('folders that contain each other through links are read once', () => {
  const loops = join(folder, 'loops');
  mkdirSync(loops);
  writeFileSync(join(loops, 'chapter.yaml'), chapter);
  for (const name of ['one', 'two', 'three']) symlinkSync('.', join(loops, name));
  symlinkSync('nowhere', join(loops, 'gone.yaml'));
  expect(findFiles([loops, folder], folder).files.filter((file) => file.includes('loops'))).toEqual([join(loops, 'chapter.yaml')]);
});
