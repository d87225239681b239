// Contents: files of a choice · reading each · storing
import type { Answer } from '@abhyas/contract/endpoint';
import { addAnswerSheets, type getAnswerSheets } from '@abhyas/contract/exam-office/answer-sheets';
import { extensionOf } from '@abhyas/exam/institute/file-kinds';
import { call } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { SheetReader, type SheetToAdd } from './sheet-reader.ts';

type Test = Answer<typeof getAnswerSheets>;

/** The outcome of a file, a page or a row: stored, loaded before, or refused with a message. */
export interface Loaded {
  name: string;
  outcome: 'stored' | 'known' | 'refused';
  message: string | null;
}

const mostPictureBytes = 40 * 1_048_576;
const mostRowsBytes = 5 * 1_048_576;
const rowsAtOnce = 20;
export const MOST_FILES = 300;
export const TAKEN = '.jpg,.jpeg,.png,.webp,.pdf,.csv';

const refused = (name: string, message: string): Loaded => ({ name, outcome: 'refused', message });

async function store(test: Test, sheets: readonly SheetToAdd[], signal: AbortSignal): Promise<Loaded[]> {
  const { sheets: outcomes } = await call(addAnswerSheets, { id: test.id, sheets: [...sheets] }, { signal });
  return outcomes.map(({ outcome, message }, at) => ({ name: sheets[at]?.file_name ?? '', outcome, message }));
}

/** Rows of another reader's file, stored in parts. */
async function* loadRows(test: Test, file: File, signal: AbortSignal): AsyncGenerator<Loaded[]> {
  if (file.size > mostRowsBytes) return yield [refused(file.name, 'A file of answers may have 5 MB at most. Split it.')];
  const { readAnswerRows } = await import('@abhyas/exchange/sheets/answer-rows');
  const { fingerprintOf } = await import('@abhyas/exchange/sheets/fingerprint');
  const { rows, faults } = readAnswerRows(await file.text(), test.sections);
  if (faults.length > 0) yield faults.map(({ line, message }) => refused(`${file.name}, line ${line}`, message));
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const sheets = rows.slice(from, from + rowsAtOnce).map(
      ({ line, roll_number, set, answers }): SheetToAdd => ({
        source: 'file',
        file_name: `${file.name}, line ${line}`.slice(0, 200),
        fingerprint: fingerprintOf(new TextEncoder().encode(JSON.stringify([roll_number, set, answers]))),
        code: set,
        roll_number,
        roll_doubt: null,
        answers: answers.map(({ doubt, ...answer }) => ({ ...answer, doubt: doubt && { why: doubt, crop: null } })),
      }),
    );
    yield await store(test, sheets, signal);
  }
}

async function* picturesOf(file: File): AsyncGenerator<{ name: string; picture: Blob | ImageBitmap } | { name: string; message: string }> {
  if (extensionOf(file.name) !== 'pdf') {
    yield file.size > mostPictureBytes
      ? { name: file.name, message: 'A picture may have 40 MB at most.' }
      : { name: file.name, picture: file };
    return;
  }
  const { pagesOfPdf, PdfFault } = await import('../../../platform/pdf-pages.ts');
  try {
    for await (const { page, count, picture } of pagesOfPdf(file))
      yield { name: count > 1 ? `${file.name}, page ${page}` : file.name, picture };
  } catch (failure) {
    yield { name: file.name, message: failure instanceof PdfFault ? failure.message : 'A page of this PDF cannot be shown.' };
  }
}

/** Loads files one after another, and reports the outcome of each picture, page and row. */
export async function* loadSheets(test: Test, files: readonly File[], signal: AbortSignal): AsyncGenerator<Loaded[]> {
  const reader = new SheetReader();
  try {
    for (const file of files) {
      if (signal.aborted) return;
      if (extensionOf(file.name) === 'csv') {
        yield* loadRows(test, file, signal);
        continue;
      }
      for await (const page of picturesOf(file)) {
        if (signal.aborted) return;
        if ('message' in page) {
          yield [refused(page.name, page.message)];
          continue;
        }
        const reading = await reader.read({ file_name: page.name.slice(0, 200), picture: page.picture, test });
        yield reading.kind === 'unread' ? [refused(page.name, reading.message)] : await store(test, [reading.sheet], signal);
      }
    }
  } catch (failure) {
    if (!signal.aborted) yield [refused('The rest', messageOf(failure))];
  } finally {
    reader.end();
  }
}
