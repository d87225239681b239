import { describe, expect, test } from 'vitest';
import { countWork } from '../../../testing/work-counter.ts';
import { zipOf } from '../../../testing/zip.ts';
import { readRoster } from './roster-aside.ts';
import { linesOfSpreadsheet, linesOfText } from './roster-file.ts';
import { namesByPhone, othersOf, phoneOf, rowsOf } from './roster.ts';

const refusals = (text: string) => rowsOf(linesOfText(text)).rows.map(({ line, refusal }) => [line, refusal]);

const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

describe('a roster', () => {
  test.each([
    ['9876543210', '9876543210'],
    ['+91 98765-43210', '9876543210'],
    ['09876543210', '9876543210'],
    ['9876543210.0', '9876543210'],
    ['1234567890', null],
    ['98765', null],
    ['', null],
  ])('reads the phone number %j as %j', (text, phone) => {
    expect(phoneOf(text)).toBe(phone);
  });

  test('is read with commas, tabs and semicolons, and with the column names that institutes use', () => {
    for (const separator of [',', '\t', ';']) {
      const text = [
        ['Roll No.', 'Student Name', 'Mobile', 'Batch'],
        ['12', 'Asha Rao', '98765 43210', 'B1'],
      ]
        .map((row) => row.join(separator))
        .join('\n');
      expect(rowsOf(linesOfText(text)).rows).toEqual([
        { line: 2, name: 'Asha Rao', phone: '9876543210', given_id: '12', classroom: 'B1', course: '', refusal: null },
      ]);
    }
  });

  test('refuses a row with its line and reason, and imports the others', () => {
    const long = 'x'.repeat(10_000);
    expect(
      refusals(
        `Name,Phone,ID\n,9876543210,1\nBen,12,2\n${long},9876543211,3\nAsha Rao,9876543212,4\nasha  rao,9876543212,5\nBen,9876543212,6\nZoya,9876543213,4\nZo\u001Bya,9876543214,7\n`,
      ),
    ).toEqual([
      [2, 'The name is missing.'],
      [3, 'A phone number has ten digits and begins with 6 to 9.'],
      [4, 'The name is longer than 80 characters.'],
      [5, null],
      [6, 'Line 5 has the same phone number and name.'],
      [7, null],
      [8, 'Line 5 has the same roll number.'],
      [9, 'The name contains a control character: type it again.'],
    ]);
  });

  test('is read completely if it has 2,000 rows', () => {
    const text = `Name,Phone\n${Array.from({ length: 2000 }, (_none, at) => `Student ${at},${9_000_100_000 + at}`).join('\n')}`;
    const { rows } = rowsOf(linesOfText(text));
    expect(rows).toHaveLength(2000);
    expect(rows.every(({ refusal }) => refusal === null)).toBe(true);
  });

  test('with one phone number in all 5,000 rows is checked in time proportional to the rows, not to their square', async () => {
    const check = (count: number) =>
      countWork(async () => {
        const { rows } = rowsOf(
          linesOfText(`Name,Phone\n${Array.from({ length: count }, (_none, at) => `Child ${at},9876543210`).join('\n')}`),
        );
        const names = namesByPhone(rows);
        const said = rows.map(({ phone, name }) => othersOf(names.get(phone), name));
        expect(said.at(-1)).toBe(`Child 0, Child 1 and ${count - 3} more`);
      });
    const few = await check(500);
    expect(await check(5000)).toBeLessThan(11 * few);
  });

  test('is refused as a whole if it lacks columns, has another encoding, or has too many rows', () => {
    expect(() => rowsOf(linesOfText('Colour,Phone\nred,9876543210'))).toThrow('no column Name');
    expect(() => linesOfText('Name,Phone\nAsh\uFFFD,9876543210')).toThrow('encoding');
    expect(() => linesOfText(`Name,Phone\n${'Asha,9876543210\n'.repeat(50_100)}`)).toThrow('more than 50,000 rows');
  });

  test('is read from a spreadsheet; a row with a formula is refused, as is a file that is not a spreadsheet', async () => {
    const xlsx = zipOf({
      'xl/sharedStrings.xml': '<sst><si><t>Name</t></si><si><t>Phone</t></si><si><r><t>Asha</t></r><r><t> Rao</t></r></si></sst>',
      'xl/worksheets/sheet1.xml': sheet(
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="s"><v>2</v></c><c r="C2"><v>9876543210</v></c></row><row r="4"><c r="A4" t="inlineStr"><is><t>Ben</t></is></c><c r="C4"><f>1+1</f><v>9876543211</v></c></row>',
      ),
    });
    expect(rowsOf(await linesOfSpreadsheet(xlsx)).rows.map(({ line, name, phone, refusal }) => [line, name, phone, refusal])).toEqual([
      [2, 'Asha Rao', '9876543210', null],
      [4, 'Ben', '9876543211', 'Cell C4 contains a formula: paste its value.'],
    ]);
    await expect(linesOfSpreadsheet(Buffer.from('hello').toString('base64'))).rejects.toThrow('not an .xlsx file');
    await expect(linesOfSpreadsheet(zipOf({ 'other.xml': '<a/>' }))).rejects.toThrow('not an .xlsx file');
    await expect(linesOfSpreadsheet(zipOf({ 'xl/worksheets/sheet1.xml': '<row' }))).rejects.toThrow('damaged');
  });

  test.each([
    ['unpacks to more than 60 MB', { 'xl/worksheets/sheet1.xml': sheet(' '.repeat(60_100_000)) }, 'too large unpacked'],
    ['is nested more than 20 deep', { 'xl/worksheets/sheet1.xml': '<a>'.repeat(6_000_000) }, 'nested too deeply'],
    [
      'has more than 250,000 shared texts',
      { 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(250_001)}</sst>`, 'xl/worksheets/sheet1.xml': sheet('') },
      'too many texts',
    ],
    [
      'has an element of more than 50 attributes',
      { 'xl/worksheets/sheet1.xml': `<a ${Array.from({ length: 51 }, (_none, at) => `a${at}=""`).join(' ')}/>` },
      'not an .xlsx file',
    ],
    ['has more than 1,000,020 cells', { 'xl/worksheets/sheet1.xml': sheet(`<row>${'<c/>'.repeat(1_000_021)}</row>`) }, 'too many cells'],
    [
      'has more than 50,000 rows',
      { 'xl/worksheets/sheet1.xml': sheet('<row><c><v>1</v></c></row>'.repeat(50_002)) },
      'more than 50,000 rows',
    ],
  ])('in a spreadsheet that %s is refused', async (_what, files, words) => {
    await expect(readRoster({ xlsx: zipOf(files) })).rejects.toMatchObject({
      code: 'not_possible',
      message: expect.stringContaining(words),
    });
  });

  test('gives a limited number of cells of limited length for a hostile text', () => {
    const [line] = linesOfText(`a,"${'x,'.repeat(500_000)}`);
    expect(line?.cells.map((cell) => cell.length)).toEqual([1, 1000]);
    expect(linesOfText(','.repeat(1000) + 'x\n'.repeat(2)).map(({ cells }) => cells.length)).toEqual([1]);
  });
});
