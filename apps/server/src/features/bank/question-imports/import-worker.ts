// Contents: a staged row · pictures · questions in batches · requests
// Worker thread of `import-thread.ts`: it unpacks and reads a file, and checks questions.
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { QuestionFault } from '@abhyas/contract/bank/authored-keys';
import { BankContent, type BankFigure, emptyContent, PassageContent } from '@abhyas/contract/bank/bank-content';
import { faultsOfContent } from '@abhyas/contract/bank/content-faults';
import type { Value } from '@abhyas/contract/endpoint';
import type { ImportDefaults, importFormats } from '@abhyas/contract/bank/question-imports';
import { Problem } from '@abhyas/contract/problem';
import { beginningOf } from '@abhyas/exam/institute/cut-text';
import { recognise, readQuestions } from '@abhyas/exchange/read-questions';
import type { DraftPassage, Notice, ReadItem } from '@abhyas/exchange/reading';
import { shapeOf } from '../content/content.ts';
import { faultsOfPicture } from '../pictures/pictures.ts';
import { openArchive, type OpenedArchive } from './archive.ts';
import { isOwnFormat, readOwnFormat, type SizedPicture } from './own-format.ts';

type ImportFormat = (typeof importFormats)[number];

export interface StagedPicture {
  hash: string;
  media_type: string;
  bytes: Uint8Array;
}

/** A question of a file in the form in which it is staged. */
export interface StagedItem {
  place: string;
  source: string;
  content: BankContent | null;
  passage: { number: number; content: PassageContent } | null;
  topic_name: string;
  notices: Notice[];
}

export interface StagedBatch {
  items: StagedItem[];
  pictures: StagedPicture[];
  file_notices: Notice[];
  isLast: boolean;
}

export type ImportRequest =
  | { open: { path: string; file_name: string; format: ImportFormat | null; defaults: Value<typeof ImportDefaults>; most: number } }
  | { next: true }
  | { check: BankContent[] };
export type ImportAnswer = { format: ImportFormat } | StagedBatch | QuestionFault[][];

/** Items and bytes of pictures of one batch: small enough that the server's event loop takes one in without a pause. */
const mostAtOnce = 100;
const mostBytesAtOnce = 1_000_000;
const mostTopicName = 300;

/** The file that this thread reads. */
let archive: OpenedArchive | null = null;
let items: AsyncGenerator<ReadItem> | null = null;
let left = 0;
let defaults: Value<typeof ImportDefaults> | null = null;
let hasToldNested = false;

const faultsOfShape = shapeOf(BankContent);
const faultsOfPassage = shapeOf(PassageContent);

/** Text that the database can store: without NUL and halves of characters. */
const storable = (text: string) => text.replaceAll('\0', '').replaceAll(/\p{Cs}/gu, '\uFFFD');
const storableIn = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part)) as T;

const endings: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/svg+xml': 'svg' };

/** Identifies the pictures of an item by their hash. A picture that the bank refuses is reported as a loss, with the reason. */
function figuresOf(item: ReadItem, pictures: Map<string, StagedPicture>, notices: Notice[]): (at: number | null) => BankFigure | null {
  const known = new Map<number, BankFigure | null>();
  return (at) => {
    const picture = at === null ? undefined : (item.pictures[at] as SizedPicture | undefined);
    if (at === null || !picture) return null;
    const earlier = known.get(at);
    if (earlier !== undefined) return earlier;
    const bytes = Buffer.from(picture.bytes);
    const [fault] = faultsOfPicture(endings[picture.media_type] ?? '', bytes);
    if (fault !== undefined)
      notices.push({ kind: 'loss', code: 'picture', sentence: `The picture ${picture.name} was left out: ${fault}.` });
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (fault === undefined) pictures.set(hash, { hash, media_type: picture.media_type, bytes: picture.bytes });
    const figure = fault === undefined ? { hash, alt: beginningOf(picture.alt, 600), size: picture.size ?? 0 } : null;
    known.set(at, figure);
    return figure;
  };
}

/** The import's difficulty and use, for what a reader left at the product's own defaults. Content files always say both. */
function defaultsFor({ difficulty, for: use }: NonNullable<ReadItem['question']>) {
  if (!defaults) return {};
  return {
    ...(difficulty === emptyContent.difficulty ? { difficulty: defaults.difficulty } : {}),
    ...(use === emptyContent.for ? { for: defaults.for } : {}),
  };
}

const passageContentOf = ({ text, translations }: DraftPassage, figure: BankFigure | null): PassageContent => ({
  text,
  figure,
  ...(translations ? { translations } : {}),
});

/** A question in the form of the bank. If a reader gave what the bank cannot hold, the row has its source and the reason only. */
function stagedOf(item: ReadItem, pictures: Map<string, StagedPicture>): StagedItem {
  const notices = [...item.notices];
  const figureOf = figuresOf(item, pictures, notices);
  const { question, passage } = item;
  let content: BankContent | null = null;
  let staged: StagedItem['passage'] = null;
  if (question) {
    const { topic: _topic, figure, option_figures, solution_figure, ...rest } = question;
    content = storableIn({
      ...rest,
      ...defaultsFor(question),
      topic_id: null,
      passage_id: null,
      figure: figureOf(figure),
      option_figures: option_figures.map(figureOf),
      solution_figure: figureOf(solution_figure),
    });
    const written = passage && storableIn(passageContentOf(passage, figureOf(passage.figure)));
    if (passage && written && faultsOfPassage(written).length === 0) staged = { number: passage.number, content: written };
    else if (passage) notices.push({ kind: 'loss', code: 'passage', sentence: 'The passage is too long, and was left out.' });
    const [wrong] = faultsOfShape(content);
    if (wrong) {
      const field = String(wrong.path[0] ?? '');
      notices.push({
        kind: 'fault',
        code: 'not_held',
        sentence: `The bank cannot hold this question${field === '' ? '' : `, because of its ${field}`}.`,
      });
      content = null;
    }
  }
  return {
    place: storable(beginningOf(item.place, 200)),
    source: storable(item.source),
    content,
    passage: staged,
    topic_name: storable(beginningOf((question?.topic ?? '').trim(), mostTopicName)),
    notices: storableIn(notices),
  };
}

async function open({ path, file_name, format, most, ...input }: Extract<ImportRequest, { open: unknown }>['open']): Promise<ImportAnswer> {
  archive = await openArchive(path, file_name);
  const found = format ?? (isOwnFormat(archive) ? 'abhyas' : await recognise(archive));
  if (found === null)
    throw new Problem(
      'not_possible',
      'No questions were recognised in this file. Choose its format, or save the questions as a Word document, a spreadsheet or a format in the list.',
    );
  left = most;
  defaults = found === 'abhyas' ? null : input.defaults;
  items = found === 'abhyas' ? readOwnFormat(archive) : readQuestions(archive, found);
  return { format: found };
}

const nestedNotices = ({ nested }: OpenedArchive): Notice[] =>
  nested.slice(0, 20).map((name) => ({
    kind: 'loss',
    code: 'nested',
    sentence: `${storable(name)} was not read: it is an archive or a document within the archive. Upload it by itself.`,
  }));

async function next(): Promise<StagedBatch> {
  const batch: StagedBatch = { items: [], pictures: [], file_notices: [], isLast: true };
  if (!items || !archive) return batch;
  if (!hasToldNested) batch.file_notices.push(...nestedNotices(archive));
  hasToldNested = true;
  const pictures = new Map<string, StagedPicture>();
  let bytes = 0;
  for (let step = await items.next(); !step.done; step = await items.next()) {
    const item = step.value;
    if (item.about === 'file')
      batch.file_notices.push(
        ...storableIn(item.notices).map((notice) => ({
          ...notice,
          sentence: `${storable(beginningOf(item.place, 200))}: ${notice.sentence}`,
        })),
      );
    else if (left === 0) {
      batch.file_notices.push({
        kind: 'loss',
        code: 'too_many',
        sentence: 'The file has more questions than one import takes; the rest was not read. Split the file.',
      });
      break;
    } else {
      left -= 1;
      const row = stagedOf(item, pictures);
      batch.items.push(row);
      bytes += row.source.length + item.pictures.reduce((sum, picture) => sum + picture.bytes.length, 0);
    }
    batch.isLast = false;
    if (batch.items.length >= mostAtOnce || bytes >= mostBytesAtOnce || batch.file_notices.length >= mostAtOnce) {
      batch.pictures = [...pictures.values()];
      return batch;
    }
  }
  batch.pictures = [...pictures.values()];
  batch.isLast = true;
  return batch;
}

/** The faults of a question apart from its topic, which an import chooses later. */
const faultsOf = (content: BankContent) => faultsOfContent({ ...content, topic_id: 1 });

async function answer(request: ImportRequest): Promise<ImportAnswer> {
  if ('open' in request) return open(request.open);
  return 'check' in request ? request.check.map(faultsOf) : next();
}

parentPort?.on('message', (request: ImportRequest) => {
  answer(request).then(
    (answered) => parentPort?.postMessage({ answered }),
    (error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      parentPort?.postMessage({ code: error.code, words: error.message });
    },
  );
});
parentPort?.postMessage({ isReady: true });
