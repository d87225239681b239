import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import { type NotAskedSince, syllabusExams } from '@abhyas/exam/bank/syllabus';
import { type Static, Type } from 'typebox';
import { TranslationEntries } from './translations.ts';

/** The format of a question in `content/`, described for people in `content/README.md`. */
export const Code = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{2,60}$' });
export const Text = Type.String({ minLength: 1, maxLength: 6000 });
const Option = Type.String({ minLength: 1, maxLength: 600 });
export const closed = { additionalProperties: false } as const;

/** The path of a picture below the folder of figures; it cannot lead out of that folder. */
export const figureName = '^[a-z0-9/-]+\\.(svg|png|jpg|jpeg|webp)$';

export const Figure = Type.Object(
  {
    file: Type.String({ pattern: figureName, maxLength: 120 }),
    alt: Type.String({ minLength: 5, maxLength: 600 }),
    size: Type.Optional(Type.Enum([0, 1, 2, 3])),
  },
  closed,
);

const Year = Type.Integer({ minimum: 2000, maximum: 2100 });
/** The exams that no longer ask this, each with the first year without it. */
export const NotAsked = Type.Unsafe<NotAskedSince>(
  Type.Object(Object.fromEntries(syllabusExams.map((exam) => [exam, Type.Optional(Year)])), closed),
);

/** The allowed answers depend on the question's type: `authored-keys.ts` finds the faults. */
const Key = Type.Unsafe<AcceptedAnswer>({});

const Check = Type.Object(
  {
    givens: Type.Record(Type.String(), Type.Number()),
    formula: Type.String({ minLength: 1, maxLength: 500 }),
    option_values: Type.Optional(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 })),
  },
  closed,
);

export const QuestionEntry = Type.Object(
  {
    code: Code,
    topic: Code,
    type: Type.Enum(['four_options', 'numerical', 'multiple_option', 'comprehension']),
    difficulty: Type.Integer({ minimum: 1, maximum: 5 }),
    for: Type.Enum(['practice', 'paper']),
    passage: Type.Optional(Code),
    text: Text,
    options: Type.Optional(Type.Array(Option, { minItems: 4, maxItems: 4 })),
    option_figures: Type.Optional(Type.Array(Figure, { minItems: 4, maxItems: 4 })),
    options_layout: Type.Optional(Type.Enum([0, 1, 2])),
    figure: Type.Optional(Figure),
    answer: Key,
    also_accepted: Type.Optional(Type.Array(Key, { maxItems: 20 })),
    precision: Type.Optional(Type.Integer({ minimum: 0, maximum: 6 })),
    notes: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Number()])),
    check: Type.Optional(Check),
    hint: Type.Optional(Type.String({ minLength: 1, maxLength: 600 })),
    solution: Type.Optional(Text),
    solution_figure: Type.Optional(Figure),
    video: Type.Optional(Type.String({ maxLength: 200 })),
    not_asked_since: Type.Optional(NotAsked),
    translations: Type.Optional(TranslationEntries),
  },
  closed,
);

export type QuestionEntry = Static<typeof QuestionEntry>;
export type FigureEntry = Static<typeof Figure>;
