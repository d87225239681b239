import { isAiken, readAiken } from './aiken.ts';
import { isDocx, readDocx } from './docx/docx.ts';
import { isGift, readGift } from './gift.ts';
import { isMarkdown, readMarkdown } from './markdown.ts';
import { decode } from './markup/decode.ts';
import { readMoodle } from './moodle.ts';
import { readQti } from './qti/qti-package.ts';
import { itemOfFile } from './notices.ts';
import { isCsv, readCsv } from './table/csv.ts';
import { isXlsx, readXlsx } from './table/xlsx.ts';
import { type Archive, type Format, most, type ReadItem } from './reading.ts';

/** The beginning of a text that says which format it is. */
const sniffed = 200_000;

const prologue = /^\s*(?:<!--(?:(?!-->)[^])*-->\s*|<\?[^>]*>\s*|<!DOCTYPE[^[>]*(?:\[[^\]]*\])?[^>]*>\s*){0,20}/;
/** The name of the root of XML; undefined for other text. */
const rootOf = (text: string): string | undefined =>
  text.trimStart().startsWith('<') ? /^<(?:[\w-]+:)?([\w-]+)/.exec(text.replace(prologue, ''))?.[1] : undefined;
const rootsOfQti = /^(?:questestinterop|assessmentItem|assessmentStimulus|qti-assessment-item|qti-assessment-stimulus)$/;

function formatOfText(text: string): Format | null {
  const root = rootOf(text);
  if (root === 'quiz' && (text.includes('<question') || !text.includes('xmlns'))) return 'moodle_xml';
  if (root !== undefined && rootsOfQti.test(root)) return 'qti';
  if (root !== undefined) return null;
  // The cells of a table may hold what looks like another format; headings cannot be mistaken.
  if (isCsv(text)) return 'csv';
  if (isAiken(text)) return 'aiken';
  if (isGift(text)) return 'gift';
  if (isMarkdown(text)) return 'markdown';
  return null;
}

const isPicture = (name: string): boolean => /\.(?:png|jpe?g|gif|webp|svg|bmp|tiff?|emf|wmf|css|js)$/i.test(name);

/** The format of an archive by its content; null if it is none of ours. */
export async function recognise(archive: Archive): Promise<Format | null> {
  if (isDocx(archive)) return 'docx';
  if (isXlsx(archive)) return 'xlsx';
  for (const name of archive.names) {
    if (isPicture(name)) continue;
    const { text } = decode((await archive.read(name)).subarray(0, sniffed));
    const format = formatOfText(text);
    if (format) return format;
  }
  return null;
}

async function* readAll(archive: Archive, format: Format): AsyncGenerator<ReadItem> {
  if (format === 'xlsx') return yield* readXlsx(archive);
  if (format === 'docx') return yield* readDocx(archive);
  if (format === 'qti') return yield* readQti(archive);
  for (const name of archive.names) {
    if (isPicture(name)) continue;
    const bytes = await archive.read(name);
    if (format === 'markdown') yield* readMarkdown(bytes, name, archive);
    else if (format === 'csv') yield* readCsv(bytes, archive);
    else if (format === 'aiken') yield* readAiken(bytes);
    else if (format === 'gift') yield* readGift(bytes);
    else if (format === 'moodle_xml') yield* readMoodle(bytes);
  }
}

/**
 * Reads every question of an archive, one by one. It never throws for what is in the files: a question that cannot be read is an item with a
 * fault, and the last item says so if the archive has more questions than one upload takes. What `archive.read` throws is thrown.
 */
export async function* readQuestions(archive: Archive, format: Format): AsyncGenerator<ReadItem> {
  let questions = 0;
  for await (const item of readAll(archive, format)) {
    if (item.about === 'question') questions += 1;
    if (questions > most.questions) {
      const sentence = `Only the first ${most.questions} questions were read. Split the file.`;
      yield itemOfFile('File', { kind: 'fault', code: 'too_many', sentence });
      return;
    }
    yield item;
  }
}
