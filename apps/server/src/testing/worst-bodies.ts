import type { Endpoint } from '@abhyas/contract/endpoint';
import { importRoster, previewRoster } from '@abhyas/contract/institute/people';
import { fieldsOf, smallestValues } from './contract-inputs.ts';
import { zipOf } from './zip.ts';

/** Just below what a request may hold. */
export const MOST_BODY_BYTES = 1024 * 1024 - 4096;

export interface WorstBody {
  what: string;
  payload: string;
}

/** As many of a text as there is room for. */
const many = (text: string, between: string, bytes: number) => {
  const count = Math.floor(bytes / (text.length + between.length));
  return Array(count).fill(text).join(between);
};
const nested = (open: string, close: string, bytes: number) => {
  const depth = Math.floor(bytes / (open.length + close.length));
  return `${open.repeat(depth)}${close.repeat(depth)}`;
};

/** JSON texts that try whoever reads a field: the longest lists, the deepest nesting, the longest texts, and the most fields. */
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

/** For a text that is JSON itself, the same once more inside. */
function textsInside(name: string, bytes: number): [what: string, json: string][] {
  if (name !== 'responses' && name !== 'visits') return [];
  const item = (fields: string) => `[{"question_id":1,"responses":${fields}}]`;
  const inner = bytes - 100;
  return [
    ...hostileTexts(inner).map(([what, text]): [string, string] => [`a text that holds ${what}`, text]),
    ['one response with the most options', item(`[${many('1', ',', inner)}]`)],
    ['one response with the most different options', item(`[${Array.from({ length: inner / 8 }, (_, at) => at).join(',')}]`)],
    ['one response nested most deeply', item(nested('[', ']', inner))],
    ['the most responses', `[${many('{"responses":[1,1,1,1,1]}', ',', inner)}]`],
    ['a thousand responses with the most options', `[${many(`{"responses":[${many('1', ',', inner / 1000 - 30)}]}`, ',', inner)}]`],
  ].map(([what, text]) => [what ?? '', JSON.stringify(text)] as [string, string]);
}

/** Rosters that try whoever reads text and spreadsheets; rows and unpacked bytes as many as are taken, or more. */
function rosters(bytes: number): { field: 'text' | 'xlsx'; what: string; value: string }[] {
  const rowsOf = (phone: (at: number) => number) =>
    `Name,Phone\n${Array.from({ length: Math.min(5000, Math.floor(bytes / 26)) }, (_none, at) => `Student ${at},${phone(at)}`).join('\n')}`;
  const sheetOf = (xml: string) => zipOf({ 'xl/worksheets/sheet1.xml': xml });
  const text = (what: string, value: string) => ({ field: 'text' as const, what, value });
  const xlsx = (what: string, value: string) => ({ field: 'xlsx' as const, what, value });
  return [
    text('a quotation of separators that never ends', `a,"${many('x', ',', bytes)}`),
    text('quotation marks alone', '"'.repeat(Math.floor(bytes / 2))),
    text('the most cells', ','.repeat(bytes)),
    text(
      'rows of one phone number',
      rowsOf(() => 9_100_000_000),
    ),
    text(
      'rows of as many phone numbers',
      rowsOf((at) => 9_100_000_000 + at),
    ),
    xlsx('elements nested most deeply', sheetOf('<a>'.repeat(bytes * 16))),
    xlsx('the most attributes', sheetOf(`<a ${'b="" '.repeat(bytes * 4)}/>`)),
    xlsx('the most cells', sheetOf(`<worksheet><sheetData><row>${'<c/>'.repeat(bytes * 8)}`)),
    xlsx('the most blanks', sheetOf(' '.repeat(bytes * 32))),
  ];
}

/** The bodies that cost the most of every field of a call, each with all else as small as it may be. */
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
