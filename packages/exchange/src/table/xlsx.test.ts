import { expect, test } from 'vitest';
import { itemsOf } from '../testing/items-of.ts';

const text = (value: string) => `<si><t>${value}</t></si>`;
const shared = (...texts: string[]) => texts.map((_, at) => `<c t="s"><v>${at}</v></c>`).join('');
const relations = (entries: string) => `<Relationships>${entries}</Relationships>`;
const headings = ['Question', 'A', 'B', 'C', 'D', 'Answer', 'Image'];

const book = (rows: string, more: Record<string, string | Uint8Array> = {}) => ({
  'xl/workbook.xml':
    '<workbook><sheets><sheet name="Set 1" r:id="rId1"/><sheet name="Notes" state="hidden" r:id="rId2"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': relations('<Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>'),
  'xl/sharedStrings.xml': `<sst>${headings.map(text).join('')}<si><r><t>Speed in m s</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>-1</t></r><r><t> &lt; c?</t></r></si></sst>`,
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="3">${shared(...headings)}</row>${rows}</sheetData></worksheet>`,
  ...more,
});

test('a workbook is read sheet by sheet, with raised letters, plain numbers, formulas and empty cells', async () => {
  const row =
    '<row r="5"><c r="A5" t="s"><v>7</v></c><c r="B5"><v>0.10000000000000001</v></c><c r="C5" t="inlineStr"><is><t>two</t></is></c><c r="D5" t="str"><f>1+2</f><v>3</v></c><c r="E5"><v>4</v></c><c r="F5" t="inlineStr"><is><t>B</t></is></c></row>';
  const items = await itemsOf(book(row), 'xlsx');
  expect(items).toMatchObject([
    {
      place: 'Row 5 of Set 1',
      question: { text: 'Speed in m s<sup>-1</sup> &lt; c?', options: ['0.1', 'two', '3', '4'], keys: [2] },
      notices: [{ kind: 'note', code: 'formula' }],
    },
    { about: 'file', notices: [{ code: 'hidden_sheet' }] },
  ]);
});

test('a picture that lies on a row belongs to the column below it', async () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
  const cell = (column: string, value: string) => `<c r="${column}4" t="inlineStr"><is><t>${value}</t></is></c>`;
  const row = `<row r="4">${cell('A', 'Which?') + cell('B', '1') + cell('C', '2') + cell('D', '3') + cell('F', 'd')}</row>`;
  const anchor = (row: number, column: number) =>
    `<twoCellAnchor><from><col>${column}</col><row>${row}</row></from><pic><a:blip r:embed="rId1"/></pic></twoCellAnchor>`;
  const files = book(row, {
    'xl/worksheets/_rels/sheet1.xml.rels': relations('<Relationship Id="rId1" Type="x/drawing" Target="../drawings/drawing1.xml"/>'),
    'xl/drawings/drawing1.xml': `<wsDr xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">${anchor(3, 0)}${anchor(3, 4)}</wsDr>`,
    'xl/drawings/_rels/drawing1.xml.rels': relations('<Relationship Id="rId1" Target="../media/image1.png"/>'),
    'xl/media/image1.png': png,
  });
  const [item] = await itemsOf(files, 'xlsx');
  expect(item?.question).toMatchObject({ figure: 0, option_figures: [null, null, null, 0], keys: [4] });
});
