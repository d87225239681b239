import type { BankContent, PassageContent } from '@abhyas/contract/bank/bank-content';
import { strToU8, zipSync } from 'fflate';

export interface ExportQuestion {
  /** The question's code, unique in the list. */
  code: string;
  /** The names of chapter and topic. */
  topic: string;
  content: BankContent;
  passage: PassageContent | null;
}

export interface ExportPicture {
  media_type: string;
  bytes: Uint8Array;
}

/** Returns a picture by its hash; undefined if it is lost. */
export type PictureOf = (hash: string) => ExportPicture | undefined;

/** The content that a format cannot hold, with the codes of the questions that lose it. */
export interface ExportLoss {
  code: string;
  sentence: string;
  questions: string[];
}

export interface ExportFile {
  name: string;
  media_type: string;
  bytes: Uint8Array;
  losses: ExportLoss[];
}

/** Collects the losses of an export. */
export class Losses {
  readonly #found = new Map<string, ExportLoss>();

  add(code: string, sentence: string, question: string): void {
    const loss = this.#found.get(code) ?? { code, sentence, questions: [] };
    if (loss.questions.at(-1) !== question) loss.questions.push(question);
    this.#found.set(code, loss);
  }

  list(): ExportLoss[] {
    return [...this.#found.values()];
  }
}

/** Reports the content that no format of another program holds. */
export function nameUsualLosses({ code, content }: ExportQuestion, losses: Losses): void {
  const { type, keys, not_asked_since } = content;
  if (content.translations?.hi?.text)
    losses.add('translations', 'The Hindi version is not written: only the product’s own format has it.', code);
  if (type !== 'numerical' && keys.length > 1) losses.add('also_accepted', 'Only the first of several accepted answers is written.', code);
  if (not_asked_since !== null) losses.add('not_asked_since', 'The exams that no longer ask the question are not written.', code);
}

const endings: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/svg+xml': 'svg' };

/** The pictures of an export by the name of their file; each picture is one file. */
export class ExportPictures {
  readonly files = new Map<string, Uint8Array>();
  readonly #of: PictureOf;
  readonly #losses: Losses;

  constructor(of: PictureOf, losses: Losses) {
    this.#of = of;
    this.#losses = losses;
  }

  /** The name of a picture's file; empty, with the loss, if the picture is lost. */
  nameOf(hash: string, question: string): string {
    const picture = this.#of(hash);
    if (!picture) {
      this.#losses.add('picture', 'A picture is lost and cannot be written.', question);
      return '';
    }
    const name = `pictures/${hash.slice(0, 16)}.${endings[picture.media_type] ?? 'bin'}`;
    this.files.set(name, picture.bytes);
    return name;
  }
}

/** One file as it is, or several as a zip. Dates are fixed, so that the same questions give the same bytes. */
export function fileOf(name: string, media_type: string, files: ReadonlyMap<string, string | Uint8Array>, losses: Losses): ExportFile {
  const entries = [...files].map(([path, file]) => [path, typeof file === 'string' ? strToU8(file) : file] as const);
  const [only] = entries;
  if (only && entries.length === 1) return { name: only[0], media_type, bytes: only[1], losses: losses.list() };
  const bytes = zipSync(Object.fromEntries(entries), { mtime: new Date(1980, 0, 1), level: 6 });
  return { name: `${name}.zip`, media_type: 'application/zip', bytes, losses: losses.list() };
}
