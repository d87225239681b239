import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import { type NotAskedSince, syllabusExams } from '@abhyas/exam/bank/syllabus';
import { type Static, Type } from 'typebox';

/** The format of `content/`, described for people in `content/README.md`. */
const Code = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{2,60}$' });
const Text = Type.String({ minLength: 1, maxLength: 6000 });
const Option = Type.String({ minLength: 1, maxLength: 600 });
const closed = { additionalProperties: false } as const;

export const subjectCodes = { maths: 1, physics: 2, chemistry: 3, botany: 4, zoology: 5 } as const;
const SubjectCode = Type.Enum(['maths', 'physics', 'chemistry', 'botany', 'zoology']);

/** The path of a picture below the folder of figures; it cannot lead out of that folder. */
export const figureName = '^[a-z0-9/-]+\\.(svg|png|jpg|jpeg|webp)$';

const Figure = Type.Object(
  {
    file: Type.String({ pattern: figureName, maxLength: 120 }),
    alt: Type.String({ minLength: 5, maxLength: 600 }),
    size: Type.Optional(Type.Enum([0, 1, 2, 3])),
  },
  closed,
);

const Year = Type.Integer({ minimum: 2000, maximum: 2100 });
/** The exams that no longer ask this, each with the first year without it. */
const NotAsked = Type.Unsafe<NotAskedSince>(
  Type.Object(Object.fromEntries(syllabusExams.map((exam) => [exam, Type.Optional(Year)])), closed),
);

/** The allowed answers depend on the question's type: `check-answer.ts` finds the faults. */
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
    solution: Type.Optional(Text),
    solution_figure: Type.Optional(Figure),
    video: Type.Optional(Type.String({ maxLength: 200 })),
    not_asked_since: Type.Optional(NotAsked),
  },
  closed,
);

const Topic = Type.Object(
  { code: Code, name: Type.String({ minLength: 1, maxLength: 80 }), not_asked_since: Type.Optional(NotAsked) },
  closed,
);

export const ChapterFile = Type.Object(
  {
    chapter: Type.Object(
      {
        code: Code,
        name: Type.String({ minLength: 1, maxLength: 80 }),
        subject: SubjectCode,
        /** Place among the chapters of its subject, as in the syllabus; botany and zoology count as one. */
        position: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
        topics: Type.Array(Topic, { minItems: 1, maxItems: 100 }),
      },
      closed,
    ),
    passages: Type.Optional(Type.Array(Type.Object({ code: Code, text: Text, figure: Type.Optional(Figure) }, closed), { maxItems: 200 })),
    questions: Type.Array(QuestionEntry, { minItems: 1, maxItems: 500 }),
    /** Codes of questions that the chapter no longer has. */
    retired: Type.Optional(Type.Array(Code, { maxItems: 500, uniqueItems: true })),
  },
  closed,
);

const SectionEntry = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 40 }),
    subject: SubjectCode,
    questions: Type.Array(Code, { minItems: 1, maxItems: 500 }),
    /** Omitted if the paper follows a preset, which has its own. */
    type: Type.Optional(Type.Enum(['four_options', 'numerical', 'multiple_option', 'comprehension'])),
    correct: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    incorrect: Type.Optional(Type.Integer({ minimum: -100, maximum: 0 })),
    partial: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 3, maxItems: 3 })),
    integer: Type.Optional(Type.Boolean()),
    attempt_limit: Type.Optional(Type.Integer({ minimum: 1 })),
    limit_kind: Type.Optional(Type.Enum(['block', 'first_n'])),
  },
  closed,
);

export const PaperFile = Type.Object(
  {
    paper: Type.Object(
      {
        code: Code,
        name: Type.String({ minLength: 1, maxLength: 80 }),
        mode: Type.Enum(['institute', 'mock', 'previous_paper']),
        exam: Type.String({ minLength: 1, maxLength: 40 }),
        preset: Type.Optional(Type.String({ maxLength: 40 })),
        minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1440 })),
        courses: Type.Array(Type.Enum(['MED', 'ENG', 'MED_ENG']), { minItems: 1, uniqueItems: true }),
        free: Type.Boolean(),
        retakable: Type.Boolean(),
        /** Position in the list. */
        position: Type.Optional(Type.Integer()),
        /** For papers of institutes only. */
        institute: Type.Optional(Code),
        assignment: Type.Optional(Type.Boolean()),
        opens_at: Type.Optional(Type.String({ format: 'date-time' })),
        closes_at: Type.Optional(Type.String({ format: 'date-time' })),
      },
      closed,
    ),
    sections: Type.Array(SectionEntry, { minItems: 1, maxItems: 40 }),
  },
  closed,
);

const QuickPointEntry = Type.Object(
  {
    code: Code,
    title: Type.String({ minLength: 1, maxLength: 80 }),
    text: Type.String({ minLength: 1, maxLength: 1200 }),
    figure: Type.Optional(Figure),
    /** A smaller text below the text and its picture: a caution, an example, a source. */
    supporting_text: Type.Optional(Type.String({ minLength: 1, maxLength: 600 })),
  },
  closed,
);

/** A cheat sheet: the quick points of one chapter, in reading order. */
export const CheatSheetFile = Type.Object(
  { chapter: Code, quick_points: Type.Array(QuickPointEntry, { minItems: 1, maxItems: 40 }) },
  closed,
);

export type QuestionEntry = Static<typeof QuestionEntry>;
export type ChapterFile = Static<typeof ChapterFile>;
export type PaperFile = Static<typeof PaperFile>;
export type CheatSheetFile = Static<typeof CheatSheetFile>;
export type FigureEntry = Static<typeof Figure>;
