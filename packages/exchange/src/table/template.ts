import { strToU8, zipSync } from 'fflate';
import Papa from 'papaparse';
import { escapeXml } from '../writing/html-of-text.ts';
import { columns } from './columns.ts';

const headings: string[] = columns.map(({ name }) => name);
const help: string[] = columns.map((column) => column.help);

const example = (cells: Partial<Record<(typeof columns)[number]['name'], string>>): string[] =>
  columns.map(({ name }) => cells[name] ?? '');
const examples = [
  example({
    topic: 'Motion in a straight line',
    type: 'single',
    difficulty: '2',
    question: 'A stone is thrown upward at \\(20\\ \\mathrm{m\\,s^{-1}}\\). How high does it rise?',
    option_1: '10 m',
    option_2: '20 m',
    option_3: '30 m',
    option_4: '40 m',
    answer: 'B',
    solution: '\\(h = u^2/2g = 20\\) m with \\(g = 10\\ \\mathrm{m\\,s^{-2}}\\).',
  }),
  example({
    topic: 'Electric field',
    type: 'multiple',
    difficulty: '4',
    question: 'Which of these are vectors?',
    option_1: 'Force',
    option_2: 'Charge',
    option_3: 'Electric field',
    option_4: 'Potential',
    answer: 'A; C',
  }),
  example({
    topic: 'Mole concept',
    type: 'numerical',
    difficulty: '3',
    question: 'How many moles are \\(36\\) g of water?',
    answer: '1.9 to 2.1',
    precision: '2',
  }),
];

/** A CSV file with the headings, and what each column holds; the reader leaves that second row out. */
export const templateCsv = (): string => `\uFEFF${Papa.unparse([headings, help])}\r\n`;

const lettersOf = (column: number): string =>
  (column >= 26 ? String.fromCharCode(64 + Math.floor(column / 26)) : '') + String.fromCharCode(65 + (column % 26));
const rowXml = (cells: readonly string[], number: number, style: number): string =>
  `<row r="${number}">${cells.map((text, at) => (text === '' ? '' : `<c r="${lettersOf(at)}${number}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`)).join('')}</row>`;
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const sheetXml = (rows: readonly (readonly string[])[]): string => {
  const widths = columns.map(
    ({ name }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${/^(?:question|solution|passage)$/.test(name) ? 50 : 18}" customWidth="1"/>`,
  );
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${rows.map((cells, at) => rowXml(cells, at + 1, at === 0 ? 1 : 2)).join('')}</sheetData></worksheet>`;
};

/** An Excel workbook with the same headings, and a second sheet of examples, which the reader leaves out. */
export function templateXlsx(): Uint8Array {
  const styles = `<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf></cellXfs></styleSheet>`;
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const files: Readonly<Record<string, string>> = {
    '[Content_Types].xml': `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook.xml', 'sheet.main')}${part('worksheets/sheet1.xml', 'worksheet')}${part('worksheets/sheet2.xml', 'worksheet')}${part('styles.xml', 'styles')}</Types>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${packaged}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Questions" sheetId="1" r:id="rId1"/><sheet name="Examples" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packaged}/relationships">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'worksheet', 'worksheets/sheet2.xml')}${relation(3, 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': `${declaration}${styles}`,
    'xl/worksheets/sheet1.xml': sheetXml([headings, help]),
    'xl/worksheets/sheet2.xml': sheetXml([headings, ...examples]),
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { mtime: new Date(1980, 0, 1) });
}
