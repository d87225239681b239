import { closed, Code, Figure, NotAsked, QuestionEntry, Text } from '@abhyas/contract/bank/authored-question';
import { PassageTranslations } from '@abhyas/contract/bank/translations';
import { type Static, Type } from 'typebox';

/** The format of `content/`, described for people in `content/README.md`. */
export const subjectCodes = { maths: 1, physics: 2, chemistry: 3, botany: 4, zoology: 5 } as const;
const SubjectCode = Type.Enum(['maths', 'physics', 'chemistry', 'botany', 'zoology']);

const Topic = Type.Object(
  { code: Code, name: Type.String({ minLength: 1, maxLength: 80 }), not_asked_since: Type.Optional(NotAsked) },
  closed,
);

const PassageEntry = Type.Object(
  { code: Code, text: Text, figure: Type.Optional(Figure), translations: Type.Optional(PassageTranslations) },
  closed,
);

export const ChapterFile = Type.Object(
  {
    chapter: Type.Object(
      {
        code: Code,
        name: Type.String({ minLength: 1, maxLength: 80 }),
        subject: SubjectCode,
        /** Position among the chapters of its subject, as in the syllabus; botany and zoology count as one subject. */
        position: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
        topics: Type.Array(Topic, { minItems: 1, maxItems: 100 }),
      },
      closed,
    ),
    passages: Type.Optional(Type.Array(PassageEntry, { maxItems: 200 })),
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

export type ChapterFile = Static<typeof ChapterFile>;
export type PaperFile = Static<typeof PaperFile>;
export type CheatSheetFile = Static<typeof CheatSheetFile>;
