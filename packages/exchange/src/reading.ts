import type { BankContent } from '@abhyas/contract/bank/bank-content';
import type { PassageTranslations } from '@abhyas/contract/bank/translations';

/**
 * The files of one upload, opened by the caller, who limits their number and sizes. A single file is an archive of one name; a Word file, a
 * spreadsheet and a package are archives of their parts. No reader opens an archive within an archive.
 */
export interface Archive {
  readonly names: readonly string[];
  /** Throws for a name that is not among `names`. */
  read(name: string): Promise<Uint8Array> | Uint8Array;
}

export const formats = ['aiken', 'csv', 'docx', 'gift', 'markdown', 'moodle_xml', 'qti', 'xlsx'] as const;
export type Format = (typeof formats)[number];

/**
 * Something that the person who imports must know. A `fault` keeps the question out of the bank, or out of review until a person corrects
 * it; a `loss` is a part of the source that the result lacks; a `note` is what the reader assumed.
 */
export interface Notice {
  kind: 'fault' | 'loss' | 'note';
  /** A stable name of the reason, for counts: `option_count`, `table_cells`, `mathtype`. */
  code: string;
  sentence: string;
}

export interface ReadPicture {
  /** The name in the source, for people. */
  name: string;
  media_type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/svg+xml';
  bytes: Uint8Array;
  /** The description of the source; empty if it has none. */
  alt: string;
}

/** The question of a file, in the fields of `BankContent`. Pictures are indexes of the item's `pictures`. */
export type DraftContent = Omit<BankContent, 'topic_id' | 'passage_id' | 'figure' | 'option_figures' | 'solution_figure'> & {
  /** Topic, chapter, category or tag as the file writes it, the broadest name first (`Physics / Optics`); empty if the file names none. */
  topic: string;
  figure: number | null;
  option_figures: (number | null)[];
  solution_figure: number | null;
};

/** The passage of a comprehension question; the items of one passage repeat it under the same `number`. */
export interface DraftPassage {
  number: number;
  text: string;
  figure: number | null;
  /** The passage in other languages; only the own format has it. */
  translations?: PassageTranslations;
}

export interface ReadItem {
  /** `file` is a notice about the whole file, with no question: its encoding, or a part that could not be read. */
  about: 'question' | 'file';
  /** Where people find the question in their file: "Question 12", "Line 40", "Row 7 of Sheet1". */
  place: string;
  /** An excerpt of the source as text, shown beside the result. */
  source: string;
  /** Null if the product cannot hold the question; a notice of kind `fault` then says why. */
  question: DraftContent | null;
  passage: DraftPassage | null;
  pictures: ReadPicture[];
  notices: Notice[];
}

/** Limits of `ReadItem`. */
export const most = { source: 4000, pictures: 20, notices: 30, questions: 100_000 } as const;
