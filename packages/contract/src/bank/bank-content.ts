import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import { type Static, Type } from 'typebox';
import { Id, Nullable } from '../endpoint.ts';
import { NotAsked } from './authored-question.ts';
import { OptionNumber, SizeKey } from './questions.ts';
import { WrittenPassageTranslations, WrittenTranslations } from './translations.ts';

/** A picture of a question, named by the hash of its bytes. */
const BankFigure = Type.Object({
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  alt: Type.String({ maxLength: 600 }),
  size: SizeKey,
});

const KeyText = Type.String({ maxLength: 40 });
/** A key as its author wrote it; `faultsOfContent` finds what is wrong with it. */
export const WrittenKey = Type.Unsafe<AcceptedAnswer>(
  Type.Union([OptionNumber, Type.Array(OptionNumber, { maxItems: 4 }), KeyText, Type.Object({ from: KeyText, to: KeyText })]),
);

/**
 * The text of a question that an institute writes, with the fields of a content file. A draft may be incomplete; an empty text stands for an
 * absent field.
 */
export const BankContent = Type.Object({
  topic_id: Nullable(Id),
  type: Type.Enum(['four_options', 'numerical', 'multiple_option', 'comprehension']),
  difficulty: Type.Integer({ minimum: 1, maximum: 5 }),
  for: Type.Enum(['practice', 'paper']),
  /** The institute's passage to which a comprehension question belongs. */
  passage_id: Nullable(Id),
  text: Type.String({ maxLength: 6000 }),
  options: Type.Array(Type.String({ maxLength: 600 }), { minItems: 4, maxItems: 4 }),
  option_figures: Type.Array(Nullable(BankFigure), { minItems: 4, maxItems: 4 }),
  options_layout: Type.Enum([0, 1, 2]),
  figure: Nullable(BankFigure),
  /** The accepted answers, the first one as `answer` of a content file. */
  keys: Type.Array(WrittenKey, { maxItems: 21 }),
  precision: Type.Integer({ minimum: 0, maximum: 6 }),
  notes: Type.String({ maxLength: 200 }),
  /** Absent from questions that were written before there were hints. */
  hint: Type.Optional(Type.String({ maxLength: 600 })),
  solution: Type.String({ maxLength: 6000 }),
  solution_figure: Nullable(BankFigure),
  video: Type.String({ maxLength: 200 }),
  /** Null if the topic's value applies. */
  not_asked_since: Nullable(NotAsked),
  /** The question in other languages; absent without any. */
  translations: Type.Optional(WrittenTranslations),
});
export type BankContent = Static<typeof BankContent>;
export type BankFigure = Static<typeof BankFigure>;

export const PassageContent = Type.Object({
  text: Type.String({ maxLength: 6000 }),
  figure: Nullable(BankFigure),
  /** The passage in other languages; absent without any. */
  translations: Type.Optional(WrittenPassageTranslations),
});
export type PassageContent = Static<typeof PassageContent>;

/** The pictures of a question or passage. */
export function figuresOf(content: BankContent | PassageContent): BankFigure[] {
  const own = 'options' in content ? [content.figure, ...content.option_figures, content.solution_figure] : [content.figure];
  return own.filter((figure) => figure !== null);
}

/** An empty question, as the editor begins it. */
export const emptyContent: BankContent = {
  topic_id: null,
  type: 'four_options',
  difficulty: 3,
  for: 'paper',
  passage_id: null,
  text: '',
  options: ['', '', '', ''],
  option_figures: [null, null, null, null],
  options_layout: 1,
  figure: null,
  keys: [],
  precision: 2,
  notes: '',
  hint: '',
  solution: '',
  solution_figure: null,
  video: '',
  not_asked_since: null,
};
