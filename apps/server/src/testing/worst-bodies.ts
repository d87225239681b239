import type { Endpoint } from '@abhyas/contract/endpoint';
import { importRoster, previewRoster, ROSTER_ROWS } from '@abhyas/contract/institute/people';
import { fieldsOf, smallestValues } from './contract-inputs.ts';
import { zipOf } from './zip.ts';

/** Just below the size limit of a request. */
export const MOST_BODY_BYTES = 1024 * 1024 - 4096;

export interface WorstBody {
  what: string;
  payload: string;
}

/** Repeats a text up to the size limit. */
const many = (text: string, between: string, bytes: number) => {
  const count = Math.floor(bytes / (text.length + between.length));
  return Array(count).fill(text).join(between);
};
const nested = (open: string, close: string, bytes: number) => {
  const depth = Math.floor(bytes / (open.length + close.length));
  return `${open.repeat(depth)}${close.repeat(depth)}`;
};

/** JSON texts that are expensive to parse: the longest lists, the deepest nesting, the longest texts, and the most fields. */
function hostileTexts(bytes: number): [what: string, json: string][] {
  return [
    ['the longest list of the same number', `[${many('1', ',', bytes)}]`],
    ['the longest list of wrong numbers', `[${many('-1', ',', bytes)}]`],
    ['the longest list of nothing', `[${many('{}', ',', bytes)}]`],
    ['the deepest list', nested('[', ']', bytes)],
    ['the deepest object', nested('{"a":', '}', bytes - 1).replace(':}', ':1}')],
    ['the longest text', `"${'a'.repeat(bytes)}"`],
    ['the longest text of joined characters', `"${many('👩‍👧', '', Math.floor(bytes / 4))}"`],
    ['the longest text of marks upon one letter', `"a${'\u0301'.repeat(Math.floor(bytes / 2) - 2)}"`],
    ['the longest number', '1'.repeat(bytes)],
    ['the longest text of digits', `"${'1'.repeat(bytes)}"`],
    ['the longest text of blanks', `"${' '.repeat(bytes)}"`],
  ];
}

/** The same texts nested inside a JSON text field. */
function textsInside(name: string, bytes: number): [what: string, json: string][] {
  if (name !== 'responses' && name !== 'visits') return [];
  const item = (fields: string) => `[{"question_id":1,"responses":${fields}}]`;
  const inner = bytes - 100;
  return [
    ...hostileTexts(inner).map(([what, text]): [string, string] => [`a text that contains ${what}`, text]),
    ['one response with the most options', item(`[${many('1', ',', inner)}]`)],
    ['one response with the most different options', item(`[${Array.from({ length: inner / 8 }, (_, at) => at).join(',')}]`)],
    ['one response nested most deeply', item(nested('[', ']', inner))],
    ['the most responses', `[${many('{"responses":[1,1,1,1,1]}', ',', inner)}]`],
    ['a thousand responses with the most options', `[${many(`{"responses":[${many('1', ',', inner / 1000 - 30)}]}`, ',', inner)}]`],
  ].map(([what, text]) => [what ?? '', JSON.stringify(text)] as [string, string]);
}

/** Rosters that are expensive to parse as text or spreadsheet, with rows and unpacked bytes at or above the limits. */
function rosters(bytes: number): { field: 'text' | 'xlsx'; what: string; value: string }[] {
  const rowsOf = (phone: (at: number) => number) =>
    `Name,Phone\n${Array.from({ length: Math.min(ROSTER_ROWS, Math.floor(bytes / 26)) }, (_none, at) => `Student ${at},${phone(at)}`).join('\n')}`;
  const sheetOf = (xml: string) => zipOf({ 'xl/worksheets/sheet1.xml': xml });
  const text = (what: string, value: string) => ({ field: 'text' as const, what, value });
  const xlsx = (what: string, value: string) => ({ field: 'xlsx' as const, what, value });
  return [
    text('a quotation of separators that never ends', `a,"${many('x', ',', bytes)}`),
    text('only quotation marks', '"'.repeat(Math.floor(bytes / 2))),
    text('the most cells', ','.repeat(bytes)),
    text(
      'rows of one phone number',
      rowsOf(() => 9_100_000_000),
    ),
    text(
      'rows of different phone numbers',
      rowsOf((at) => 9_100_000_000 + at),
    ),
    xlsx('elements nested most deeply', sheetOf('<a>'.repeat(bytes * 16))),
    xlsx('the most attributes', sheetOf(`<a ${'b="" '.repeat(bytes * 4)}/>`)),
    xlsx('the most cells', sheetOf(`<worksheet><sheetData><row>${'<c/>'.repeat(bytes * 8)}`)),
    xlsx('the most blanks', sheetOf(' '.repeat(bytes * 32))),
  ];
}

/** The most expensive bodies of every field of a call, each with all other fields as small as possible. */
export function worstBodiesOf(endpoint: Endpoint, bytes: number): WorstBody[] {
  const fields = fieldsOf(endpoint).filter(({ place }) => place === 'body');
  const valid = smallestValues(endpoint);
  const isOfRoster = endpoint.path === previewRoster.path || endpoint.path === importRoster.path;
  const ofRoster = isOfRoster
    ? rosters(bytes).map(({ field, what, value }) => ({ what: `${field}: ${what}`, payload: JSON.stringify({ [field]: value }) }))
    : [];
  const ofFields = [...fields.map(({ name }) => name), 'a_field_of_no_call'].flatMap((name) => {
    const others = fields.filter((field) => field.name !== name && valid[field.name] !== undefined);
    const rest = others.map((field) => `${JSON.stringify(field.name)}:${JSON.stringify(valid[field.name])},`).join('');
    return [...hostileTexts(bytes), ...textsInside(name, Math.floor(bytes * 0.85))].map(([what, json]) => ({
      what: `${name}: ${what}`,
      payload: `{${rest}"${name}":${json}}`,
    }));
  });
  return [...ofFields, ...ofRoster];
}

export interface WorstForm {
  what: string;
  payload: Buffer;
  headers: { 'content-type': string };
}

/** Forms with a file that are expensive to read: the most parts, the longest headers, and files full of boundaries or names of keys. */
export function worstForms(bytes: number): WorstForm[] {
  const boundary = 'a';
  const field = (name: string, value: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = (content: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="resume"; filename="a.pdf"${more}\r\n\r\n${content}\r\n--${boundary}--\r\n`;
  const pdf = (content: string) => file(`%PDF-1.7 endobj ${content} %%EOF`);
  const forms: [what: string, form: string][] = [
    ['the most fields', many(field('why_abhyas', ''), '', bytes)],
    ['the longest field', field('why_abhyas', 'a'.repeat(bytes))],
    ['the longest name of a field', field('a'.repeat(bytes), '')],
    ['the longest header', file('', `\r\nx: ${'a'.repeat(bytes)}`)],
    ['the most headers', file('', many('\r\nx: y', '', bytes))],
    ['a file of beginnings of a boundary', pdf(many('\r\n--', '', bytes - 200))],
    ['a file of ends of lines', pdf('\r'.repeat(bytes - 200))],
    ['a file of keys of encryption', pdf(many('/Encrypt 1', ' ', bytes - 200))],
    ['a file of one key and blanks', pdf(`/Encrypt${' '.repeat(bytes - 200)}`)],
    ['a file of one key and digits', pdf(`/Encrypt 1 ${'1'.repeat(bytes - 200)}`)],
    ['the most files', many(file(''), '', bytes)],
  ];
  const type = (parameters: string) => ({ 'content-type': `multipart/form-data${parameters}` });
  const good = Buffer.from(pdf(''), 'latin1');
  return [
    ...forms.map(([what, form]) => ({ what, payload: Buffer.from(form, 'latin1'), headers: type(`; boundary=${boundary}`) })),
    { what: 'no boundary', payload: good, headers: type('') },
    { what: 'the longest boundary', payload: good, headers: type(`; boundary=${'a'.repeat(4096)}`) },
    { what: 'a file that breaks off', payload: good.subarray(0, -20), headers: type(`; boundary=${boundary}`) },
  ];
}
