// Contents: questions of an export · content files · formats of other programs · the archive
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type BankContent, figuresOf } from '@abhyas/contract/bank/bank-content';
import type { ExportFormat, exportBankQuestions } from '@abhyas/contract/bank/bank-exports';
import type { Input } from '@abhyas/contract/endpoint';
import { hasRight } from '@abhyas/contract/institute/rights';
import { Problem } from '@abhyas/contract/problem';
import type { ExportFile, ExportPicture } from '@abhyas/exchange/writing/writing';
import { ZipFile } from 'yazl';
import type { StaffCallContext, StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { Download } from '../../../http/serve.ts';
import { openAside } from '../../../threads/aside.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { isOpenToStudents, matchingQuestions, withoutKey } from '../bank-questions/bank-questions.ts';
import * as store from './bank-exports.store.ts';
import type { ExportBatch } from './export-worker.ts';
import { OwnWriter } from './own-writer.ts';

const readAtOnce = 100;
/** Questions between two turns of the event loop. */
const writtenAtOnce = 10;
/** The moment of every file: with the present one, two exports of the same questions would differ. */
const mtime = new Date(2020, 0, 1, 12);

export interface ExportedFile {
  name: string;
  bytes: Buffer;
}

const endings: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/svg+xml': 'svg' };

/** A question as the person may read it: without the key of a test that is not over. */
function readable(context: StaffContext, row: store.ExportedRow): store.ExportedRow & { isWithheld: boolean } {
  const isWithheld = row.is_held && !hasRight(context.actor.role, 'keys.read');
  const content: BankContent = isWithheld ? withoutKey(row.content) : { ...row.content, keys: row.accepted_answers ?? row.content.keys };
  return { ...row, content, isWithheld };
}

/** The questions of an export one by one, a few at a time in memory. */
async function* questionsOf(context: StaffContext, placed: readonly store.PlacedQuestion[]) {
  const places = new Map(placed.map((place) => [place.id, place]));
  for (let from = 0; from < placed.length; from += readAtOnce) {
    const ids = placed.slice(from, from + readAtOnce).map(({ id }) => id);
    for (const [at, row] of (await store.findQuestions(context, ids, isOpenToStudents(context.now))).entries()) {
      if (at % writtenAtOnce === 0) await setImmediate();
      const { subject = null, chapter_code = null } = places.get(row.id) ?? {};
      yield { ...readable(context, row), subject, chapter_code };
    }
  }
}

type Exported = Awaited<ReturnType<ReturnType<typeof questionsOf>['next']>>['value'] & object;

/** Pictures that the written questions show, by hash, with their names in the archive. */
class Pictures {
  readonly #context: StaffContext;
  readonly #names = new Map<string, string>();
  constructor(context: StaffContext) {
    this.#context = context;
  }

  /** Finds out the names of the pictures of a question before it is written. */
  async meet({ content, passage }: Pick<Exported, 'content' | 'passage'>): Promise<void> {
    for (const { hash } of [content, ...(passage ? [passage] : [])].flatMap(figuresOf)) {
      if (this.#names.has(hash)) continue;
      const picture = await store.findPicture(this.#context, hash);
      this.#names.set(hash, `${hash}.${endings[picture?.media_type ?? ''] ?? 'svg'}`);
    }
  }

  nameOf = (hash: string): string => this.#names.get(hash) ?? `${hash}.svg`;

  async *files(folder: string): AsyncGenerator<ExportedFile> {
    for (const [hash, name] of [...this.#names].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      const picture = await store.findPicture(this.#context, hash);
      if (picture) yield { name: `${folder}/${name}`, bytes: picture.bytes };
    }
  }
}

const csvLine = (cells: readonly string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;

/** The list of what an archive does not have. */
function lossesFile(losses: readonly (readonly [question: string, what: string])[]): ExportedFile[] {
  if (losses.length === 0) return [];
  return [{ name: 'losses.csv', bytes: Buffer.from(`\uFEFF${csvLine(['Question', 'Not in this file'])}${losses.map(csvLine).join('')}`) }];
}

const withheld = 'Answer and solution: a test with this question has not ended';

/** Content files by chapter, and the folder of their pictures. */
async function* ownFiles(context: StaffContext, placed: readonly store.PlacedQuestion[]): AsyncGenerator<ExportedFile> {
  const pictures = new Pictures(context);
  const losses: [string, string][] = [];
  let writer: OwnWriter | undefined;
  let chapter = '';
  const fileOf = (file: { name: string; text: string } | null | undefined) =>
    file ? [{ name: file.name, bytes: Buffer.from(file.text) }] : [];
  for await (const question of questionsOf(context, placed)) {
    const { subject, chapter_code } = question;
    const key = `${subject} ${chapter_code}`;
    if (!writer || chapter !== key) {
      yield* fileOf(writer?.finish());
      writer = new OwnWriter({ subject, code: chapter_code }, pictures.nameOf);
      chapter = key;
    }
    await pictures.meet(question);
    if (question.isWithheld) losses.push([`Question ${question.id}`, withheld]);
    yield* fileOf(writer.add(question));
  }
  yield* fileOf(writer?.finish());
  yield* lossesFile(losses);
  yield* pictures.files('figures');
}

const writeAside = openAside<ExportBatch, ExportFile>(new URL('./export-worker.ts', import.meta.url), {
  memory: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 },
  mostMs: 120_000,
  mostWaiting: 8,
  words: 'These questions take too much memory to write. Export fewer at once.',
});

/** Questions and bytes of pictures in one file of another format. */
const mostInFile = 500;
const mostPictureBytesInFile = 30_000_000;

/** Files of another program's format, each of some hundred questions, written in a thread. */
const filesOf = (format: ExportBatch['format']) =>
  async function* files(context: StaffContext, placed: readonly store.PlacedQuestion[]): AsyncGenerator<ExportedFile> {
    const losses: [string, string][] = [];
    const fresh = () => ({ format, questions: [] as ExportBatch['questions'], pictures: new Map<string, ExportPicture>() });
    let batch = fresh();
    let [part, bytes] = [0, 0];
    const write = async (): Promise<ExportedFile> => {
      const written = await writeAside(batch);
      for (const { sentence, questions } of written.losses) for (const question of questions) losses.push([question, sentence]);
      part += 1;
      const ending = written.name.slice(written.name.lastIndexOf('.') + 1);
      [batch, bytes] = [fresh(), 0];
      return { name: `questions-${String(part).padStart(4, '0')}.${ending}`, bytes: Buffer.from(written.bytes) };
    };
    for await (const { id, content, passage, chapter_name, topic_name, isWithheld } of questionsOf(context, placed)) {
      const code = `question-${id}`;
      if (isWithheld) losses.push([code, withheld]);
      for (const { hash } of [content, ...(passage ? [passage] : [])].flatMap(figuresOf)) {
        const picture = batch.pictures.has(hash) ? undefined : await store.findPicture(context, hash);
        if (picture) batch.pictures.set(hash, picture);
        bytes += picture?.bytes.length ?? 0;
      }
      batch.questions.push({ code, topic: [chapter_name, topic_name].filter((name) => name !== null).join(' / '), content, passage });
      if (batch.questions.length >= mostInFile || bytes >= mostPictureBytesInFile) yield await write();
    }
    if (batch.questions.length > 0) yield await write();
    yield* lossesFile(losses);
  };

const filesByFormat: Record<
  ExportFormat,
  (context: StaffContext, placed: readonly store.PlacedQuestion[]) => AsyncGenerator<ExportedFile>
> = {
  abhyas: ownFiles,
  csv: filesOf('csv'),
  qti: filesOf('qti'),
  moodle_xml: filesOf('moodle_xml'),
};

/** Packs files one after the other while they are sent, so that only one is in memory. A failure breaks the download off. */
function zipOf(files: AsyncGenerator<ExportedFile>): Readable {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (fault: Error) => stream.destroy(fault));
  const pack = async () => {
    for await (const { name, bytes } of files) {
      if (stream.destroyed) return;
      await new Promise<void>((resolve) => {
        stream.once('close', resolve);
        zip.addReadStreamLazy(name, { mtime }, (give) => {
          const source = Readable.from([bytes]);
          source.once('close', () => {
            stream.off('close', resolve);
            resolve();
          });
          give(null, source);
        });
      });
    }
    zip.end();
  };
  pack().catch((fault: unknown) => stream.destroy(fault instanceof Error ? fault : new Error(String(fault))));
  return stream;
}

/** People who are downloading an export; one at a time for each. */
const underWay = new Set<number>();

/** The chosen questions, or those of the filter, as a zip file. Throws `not_possible` without a question. */
export async function exportQuestions(
  context: StaffCallContext,
  { format, ids, ...filter }: Input<typeof exportBankQuestions>,
): Promise<Download> {
  const { id: user_id } = context.caller;
  if (underWay.has(user_id)) throw new Problem('too_many_requests', 'Your former export is still being sent. Wait until it has arrived.');
  const found = ids === undefined ? await matchingQuestions(context, filter) : ids.split(',').map(Number);
  const placed = await store.placeQuestions(context, found);
  if (placed.length === 0) throw new Problem('not_possible', 'There is no question to export.');
  await inTransaction(context, (within) =>
    writeAudit(within, {
      what: 'bank_question.export',
      object_type: 'bank_question',
      object_id: null,
      after: { format, count: placed.length },
    }),
  );
  underWay.add(user_id);
  const stream = zipOf(filesByFormat[format](context, placed));
  stream.once('close', () => underWay.delete(user_id));
  return new Download(`question-bank-${format}-${context.now.toISOString().slice(0, 10)}.zip`, 'application/zip', stream);
}
