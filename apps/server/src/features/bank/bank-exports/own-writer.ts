// Contents: a question · a chapter · parts
import type { BankContent, BankFigure } from '@abhyas/contract/bank/bank-content';
import { writtenPassageTranslations, writtenTranslations } from '@abhyas/contract/bank/translations';
import { stringify } from 'yaml';
import type { ExportedRow } from './bank-exports.store.ts';

/** Limits of one content file, so that it can be read again. */
const mostQuestions = 500;
const mostBytes = 1_500_000;

/** A picture by the hash of its bytes, with the ending of its media type. */
export type PictureName = (hash: string) => string;

const yaml = (value: unknown) => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });

const figureOf = (figure: BankFigure | null | undefined, nameOf: PictureName) =>
  figure ? { file: nameOf(figure.hash), alt: figure.alt, size: figure.size } : null;

/** A question in the fields of a content file; fields with their usual value are left out, as an author would. */
function entryOf(content: BankContent, code: string, topic: string | null, passage: string | null, nameOf: PictureName) {
  const { type, options, option_figures, keys, precision, options_layout, notes, hint = '', solution, video, not_asked_since } = content;
  const [answer, ...also_accepted] = keys;
  const translations = writtenTranslations(content.translations);
  const figure = figureOf(content.figure, nameOf);
  const solution_figure = figureOf(content.solution_figure, nameOf);
  return {
    code,
    ...(topic === null ? {} : { topic }),
    type,
    difficulty: content.difficulty,
    for: content.for,
    ...(passage === null ? {} : { passage }),
    text: content.text,
    ...(options.some((option) => option !== '') ? { options } : {}),
    ...(option_figures.some((one) => one !== null) ? { option_figures: option_figures.map((one) => figureOf(one, nameOf)) } : {}),
    ...(options_layout === 1 ? {} : { options_layout }),
    ...(figure ? { figure } : {}),
    ...(answer === undefined ? {} : { answer }),
    ...(also_accepted.length > 0 ? { also_accepted } : {}),
    ...(precision === 2 ? {} : { precision }),
    ...(notes === '' ? {} : { notes }),
    ...(hint === '' ? {} : { hint }),
    ...(solution === '' ? {} : { solution }),
    ...(solution_figure ? { solution_figure } : {}),
    ...(video === '' ? {} : { video }),
    ...(not_asked_since === null ? {} : { not_asked_since }),
    ...(translations ? { translations } : {}),
  };
}

export interface OwnFile {
  name: string;
  text: string;
}

interface Chapter {
  subject: string | null;
  code: string | null;
}

/**
 * Writes the questions of one chapter as content files, one question at a time, and as many files as the limits need. Codes count the
 * questions of the chapter, so that the same questions give the same bytes in every institute.
 */
export class OwnWriter {
  readonly #chapter: Chapter;
  readonly #nameOf: PictureName;
  #part = 0;
  #count = 0;
  #entries: string[] = [];
  #bytes = 0;
  #topics = new Map<string, { code: string; name: string; position: number }>();
  #passages = new Map<string, { code: string; text: string }>();
  #chapterName = '';

  constructor(chapter: Chapter, nameOf: PictureName) {
    this.#chapter = chapter;
    this.#nameOf = nameOf;
  }

  /** Adds a question. Returns the file that is full with it; null if it has room for more. */
  add({ content, topic_code, topic_name, topic_position, chapter_name, passage }: ExportedRow): OwnFile | null {
    this.#count += 1;
    const prefix = (this.#chapter.code ?? 'without-topic').slice(0, 50);
    const code = `${prefix}-${String(this.#count).padStart(5, '0')}`;
    this.#chapterName = chapter_name ?? '';
    if (topic_code !== null) this.#topics.set(topic_code, { code: topic_code, name: topic_name ?? '', position: topic_position });
    const named = content.type === 'comprehension' && passage ? this.#passage(passage, prefix) : null;
    const text = yaml([entryOf(content, code, topic_code, named, this.#nameOf)]);
    this.#entries.push(text);
    this.#bytes += Buffer.byteLength(text);
    return this.#entries.length >= mostQuestions || this.#bytes >= mostBytes ? this.finish() : null;
  }

  #passage(passage: NonNullable<ExportedRow['passage']>, prefix: string): string {
    const figure = figureOf(passage.figure, this.#nameOf);
    const key = JSON.stringify(passage);
    const known = this.#passages.get(key);
    if (known) return known.code;
    const code = `${prefix.slice(0, 44)}-passage-${this.#passages.size + 1}`;
    const translations = writtenPassageTranslations(passage.translations);
    const text = yaml([{ code, text: passage.text, ...(figure ? { figure } : {}), ...(translations ? { translations } : {}) }]);
    this.#passages.set(key, { code, text });
    this.#bytes += Buffer.byteLength(text);
    return code;
  }

  /** The file of the questions since the last one; null without any. */
  finish(): OwnFile | null {
    if (this.#entries.length === 0) return null;
    this.#part += 1;
    const { subject, code } = this.#chapter;
    const topics = [...this.#topics.values()].toSorted((one, other) => one.position - other.position || (one.code < other.code ? -1 : 1));
    const head =
      code === null || subject === null
        ? ''
        : yaml({
            chapter: { code, name: this.#chapterName, subject, topics: topics.map((topic) => ({ code: topic.code, name: topic.name })) },
          });
    const passages = [...this.#passages.values()].map(({ text }) => text);
    const text = `${head}${passages.length > 0 ? `passages:\n${passages.join('')}` : ''}questions:\n${this.#entries.join('')}`;
    const part = String(this.#part).padStart(4, '0');
    this.#entries = [];
    this.#bytes = 0;
    this.#topics.clear();
    this.#passages.clear();
    return { name: code === null ? `bank/without-topic-${part}.yaml` : `bank/${subject}/${code}-${part}.yaml`, text };
  }
}
