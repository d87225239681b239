// Contents: passages · pictures · a question · a file · all files
import { posix } from 'node:path';
import { type FigureEntry, figureName, QuestionEntry } from '@abhyas/contract/bank/authored-question';
import { emptyContent } from '@abhyas/contract/bank/bank-content';
import { PassageTranslations, TranslationEntries } from '@abhyas/contract/bank/translations';
import type { Archive, DraftContent, DraftPassage, Notice, ReadItem, ReadPicture } from '@abhyas/exchange/reading';
import { beginningOf } from '@abhyas/exam/institute/cut-text';
import { type AuthoredFile, readAuthoredFile, shapeOf } from '../content/content.ts';
import { mediaTypes } from '../pictures/pictures.ts';

/** A picture of a content file, with the size at which it is shown. */
export interface SizedPicture extends ReadPicture {
  size?: 0 | 1 | 2 | 3;
}

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');

const faultsOfEntry = shapeOf(QuestionEntry);
const faultsOfTranslations = shapeOf(TranslationEntries);
const faultsOfPassageTranslations = shapeOf(PassageTranslations);
const isFigureName = new RegExp(figureName);
const knownFields = new Set(Object.keys(QuestionEntry.properties));
/** Fields that a question of the bank takes from elsewhere, so that a file need not have them. */
const freeFields = new Set(['code', 'topic', 'answer', 'options']);
const mostSource = 4000;

interface WrittenPassage {
  number: number;
  text: string;
  figure: unknown;
  translations: unknown;
}

/** The part of a content file that is read. */
interface Reading {
  archive: Archive;
  name: string;
  file: AuthoredFile;
  lines: readonly string[];
  passages: ReadonlyMap<string, WrittenPassage>;
}

/** Collects the pictures of a question under their indexes. */
class Pictures {
  readonly list: SizedPicture[] = [];
  readonly notices: Notice[] = [];
  readonly #reading: Reading;
  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** The picture of a figure: in the folder `figures` beside the file, or beside one of its parents. */
  async add(value: unknown): Promise<number | null> {
    if (!isObject(value)) return null;
    const { file, alt, size } = value as Partial<FigureEntry>;
    const { archive, name } = this.#reading;
    if (typeof file !== 'string' || !isFigureName.test(file)) return null;
    for (let folder = posix.dirname(name); ; folder = posix.dirname(folder)) {
      const path = posix.join(folder, 'figures', file);
      if (archive.names.includes(path)) {
        const ending = posix.extname(path).slice(1);
        const media_type = mediaTypes[ending] as ReadPicture['media_type'];
        this.list.push({
          name: file,
          media_type,
          bytes: await archive.read(path),
          alt: textOf(alt),
          ...(size === undefined ? {} : { size }),
        });
        return this.list.length - 1;
      }
      if (folder === '.' || folder === '/') break;
    }
    this.notices.push({ kind: 'loss', code: 'no_picture', sentence: `The archive has no picture ${file}.` });
    return null;
  }
}

const types = ['four_options', 'numerical', 'multiple_option', 'comprehension'] as const;

/** The keys as the bank takes them; a number of a numerical question counts as its digits. */
function keysOf({ answer, also_accepted, type }: Fields, notices: Notice[]): DraftContent['keys'] {
  return [answer, ...listOf(also_accepted)].flatMap((key) => {
    if (key === undefined || key === null) return [];
    if (type === 'numerical' && typeof key === 'number') {
      notices.push({ kind: 'note', code: 'unquoted_key', sentence: `The answer ${key} is not in quotes; it was read as ${key}.` });
      return [String(key)];
    }
    return [key as DraftContent['keys'][number]];
  });
}

function fourOf<T>(value: unknown, one: (entry: unknown) => T, none: T): T[] {
  const list = listOf(value);
  return [0, 1, 2, 3].map((at) => (at < list.length ? one(list[at]) : none));
}

/** The passage that a question names, with its picture. */
async function passageOf({ passages }: Reading, entry: Fields, pictures: Pictures): Promise<DraftPassage | null> {
  const named = passages.get(textOf(entry['passage']));
  if (!named) return null;
  const { number, text, figure, translations } = named;
  const isSound = isObject(translations) && faultsOfPassageTranslations(translations).length === 0;
  return { number, text, figure: await pictures.add(figure), ...(isSound ? { translations } : {}) };
}

function noticesOfEntry(entry: Fields): Notice[] {
  const notices: Notice[] = [];
  for (const { path, what } of faultsOfEntry(entry)) {
    const [field] = path;
    if (typeof field === 'string' && !knownFields.has(field))
      notices.push({ kind: 'loss', code: 'unknown_field', sentence: `The field ${field} is not read.` });
    else if (
      !(path.length === 0 && [...freeFields].some((free) => what === `The field ${free} is missing`)) &&
      !freeFields.has(String(field))
    )
      notices.push({ kind: 'note', code: 'shape', sentence: `${what}.` });
  }
  if (entry['check'] !== undefined)
    notices.push({ kind: 'loss', code: 'check', sentence: 'The formula that checks the answer has no place in the bank.' });
  return notices;
}

async function itemOf(reading: Reading, entry: unknown, at: number): Promise<ReadItem> {
  const { file, lines, name } = reading;
  const line = file.lineOf(['questions', at]);
  const next = file.lineOf(['questions', at + 1]);
  const source = beginningOf(lines.slice(line - 1, next > line ? next - 1 : line + 40).join('\n'), mostSource);
  const code = isObject(entry) ? textOf(entry['code']) : '';
  const place = `${code === '' ? `Question ${at + 1}` : code}, line ${line} of ${name}`;
  const bare = { about: 'question' as const, place, source, passage: null, pictures: [] };
  const unreadable = (sentence: string): ReadItem => ({ ...bare, question: null, notices: [{ kind: 'fault', code: 'shape', sentence }] });
  if (!isObject(entry)) return unreadable('This entry is not a question: it has no fields.');
  const type = types.find((one) => one === entry['type']);
  if (!type) return unreadable(`The type is one of ${types.join(', ')}.`);
  const options = entry['options'];
  if (options !== undefined && listOf(options).length !== 4)
    return unreadable(`The question has ${listOf(options).length} options; a question here has 4.`);
  const notices = noticesOfEntry(entry);
  const pictures = new Pictures(reading);
  const given = entry as Partial<QuestionEntry>;
  const figures: (number | null)[] = [];
  for (const figure of fourOf(given.option_figures, (one) => one, null)) figures.push(await pictures.add(figure));
  const question: DraftContent = {
    type,
    topic: textOf(given.topic),
    difficulty: given.difficulty ?? emptyContent.difficulty,
    for: given.for ?? emptyContent.for,
    text: textOf(given.text),
    options: fourOf(options, textOf, ''),
    option_figures: figures,
    options_layout: given.options_layout ?? emptyContent.options_layout,
    figure: await pictures.add(given.figure),
    keys: keysOf(entry, notices),
    precision: given.precision ?? emptyContent.precision,
    notes: textOf(given.notes),
    hint: textOf(given.hint),
    solution: textOf(given.solution),
    solution_figure: await pictures.add(given.solution_figure),
    video: textOf(given.video),
    not_asked_since: given.not_asked_since ?? null,
    ...(isObject(given.translations) && faultsOfTranslations(given.translations).length === 0 ? { translations: given.translations } : {}),
  };
  const passage = type === 'comprehension' ? await passageOf(reading, entry, pictures) : null;
  return { ...bare, question, passage, pictures: pictures.list, notices: [...notices, ...pictures.notices] };
}

const ofFile = (place: string, sentence: string, kind: Notice['kind'] = 'fault'): ReadItem => ({
  about: 'file',
  place,
  source: '',
  question: null,
  passage: null,
  pictures: [],
  notices: [{ kind, code: 'file', sentence }],
});

const isOwnName = (name: string) => /\.ya?ml$/i.test(name);

/** Whether an archive has files of the product's own format. */
export const isOwnFormat = ({ names }: Archive): boolean => names.some(isOwnName);

/** Reads the questions of content files one by one, in the order of their names. A wrong file or question does not end the others. */
export async function* readOwnFormat(archive: Archive): AsyncGenerator<ReadItem> {
  let passageCount = 0;
  for (const name of archive.names.filter(isOwnName).toSorted()) {
    const bytes = Buffer.from(await archive.read(name));
    const file = readAuthoredFile(bytes);
    for (const { line, what } of file.faults.slice(0, 20)) yield ofFile(`${name}, line ${line}`, `${what}.`);
    const { value } = file;
    if (value === undefined) continue;
    if (!isObject(value) || !Array.isArray(value['questions'])) {
      yield ofFile(name, 'This file has no questions; papers and cheat sheets are not imported here.', 'loss');
      continue;
    }
    const passages = new Map<string, WrittenPassage>();
    for (const passage of listOf(value['passages'])) {
      if (!isObject(passage)) continue;
      passageCount += 1;
      const { figure, translations } = passage;
      passages.set(textOf(passage['code']), { number: passageCount, text: textOf(passage['text']), figure, translations });
    }
    const reading: Reading = { archive, name, file, lines: bytes.toString('utf8').split('\n'), passages };
    if (Array.isArray(value['retired'])) yield ofFile(name, 'The list of retired questions is not read: retire them in the bank.', 'loss');
    for (const [at, entry] of value['questions'].entries()) yield itemOf(reading, entry, at);
  }
}
