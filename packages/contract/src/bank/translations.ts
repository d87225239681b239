import { type ParityFinding, parityFindings, type QuestionWords } from '@abhyas/exam/bank/parity';
import { type Static, Type } from 'typebox';
import { languages, translatedLanguages, type TranslatedLanguage } from './language-codes.ts';

export const LanguageCode = Type.Enum([...languages], { title: 'LanguageCode' });
export const TranslatedCode = Type.Enum([...translatedLanguages], { title: 'TranslatedCode' });

const closed = { additionalProperties: false } as const;
const Alt = Type.String({ minLength: 5, maxLength: 600 });
const Words = Type.String({ minLength: 1, maxLength: 6000 });

/** A question in another language, as a content file has it. Key, pictures and everything else are those of the English question. */
export const TranslationEntry = Type.Object(
  {
    text: Words,
    options: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 600 }), { minItems: 4, maxItems: 4 })),
    notes: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    hint: Type.Optional(Type.String({ minLength: 1, maxLength: 600 })),
    solution: Type.Optional(Words),
    /** Descriptions of the pictures, by their field. */
    alt: Type.Optional(
      Type.Object(
        {
          figure: Type.Optional(Alt),
          options: Type.Optional(Type.Array(Alt, { minItems: 4, maxItems: 4 })),
          solution_figure: Type.Optional(Alt),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type TranslationEntry = Static<typeof TranslationEntry>;
export const TranslationEntries = Type.Object({ hi: Type.Optional(TranslationEntry) }, closed);
export type TranslationEntries = Static<typeof TranslationEntries>;

const draft = (maxLength: number) => Type.String({ maxLength });
/** A translation as it is being written: an empty text stands for an absent field. */
const WrittenTranslation = Type.Object(
  {
    text: draft(6000),
    options: Type.Optional(Type.Array(draft(600), { minItems: 4, maxItems: 4 })),
    notes: Type.Optional(draft(200)),
    hint: Type.Optional(draft(600)),
    solution: Type.Optional(draft(6000)),
    alt: Type.Optional(
      Type.Object(
        {
          figure: Type.Optional(draft(600)),
          options: Type.Optional(Type.Array(draft(600), { minItems: 4, maxItems: 4 })),
          solution_figure: Type.Optional(draft(600)),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type WrittenTranslation = Static<typeof WrittenTranslation>;
export const WrittenTranslations = Type.Object({ hi: Type.Optional(WrittenTranslation) }, closed);
export type WrittenTranslations = Static<typeof WrittenTranslations>;

const isWritten = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(isWritten);
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return typeof value === 'string' && value.trim() !== '';
};
const withoutEmpty = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => isWritten(value))) as Partial<T>;

/** The translations without empty fields, as a content file has them; undefined without any text. */
export function writtenTranslations({ hi }: WrittenTranslations = {}): TranslationEntries | undefined {
  if (!hi || hi.text.trim() === '') return undefined;
  return { hi: { ...withoutEmpty({ ...hi, alt: withoutEmpty(hi.alt ?? {}) }), text: hi.text } };
}

/** A passage in another language. */
export const PassageTranslation = Type.Object(
  { text: Words, alt: Type.Optional(Type.Object({ figure: Type.Optional(Alt) }, closed)) },
  closed,
);
export type PassageTranslation = Static<typeof PassageTranslation>;
export const PassageTranslations = Type.Object({ hi: Type.Optional(PassageTranslation) }, closed);
export type PassageTranslations = Static<typeof PassageTranslations>;

/** The translation of a passage as it is being written: an empty text stands for an absent field. */
export const WrittenPassageTranslations = Type.Object(
  {
    hi: Type.Optional(
      Type.Object({ text: draft(6000), alt: Type.Optional(Type.Object({ figure: Type.Optional(draft(600)) }, closed)) }, closed),
    ),
  },
  closed,
);
export type WrittenPassageTranslations = Static<typeof WrittenPassageTranslations>;

/** The translations of a passage without empty fields; undefined without any text. */
export function writtenPassageTranslations({ hi }: WrittenPassageTranslations = {}): PassageTranslations | undefined {
  if (!hi || hi.text.trim() === '') return undefined;
  const figure = hi.alt?.figure ?? '';
  return { hi: { text: hi.text, ...(figure.trim() === '' ? {} : { alt: { figure } }) } };
}

interface Pictured {
  alt: string;
}

/** The words of an English question that a translation is compared with. */
export function wordsToTranslate(question: {
  text?: string;
  options?: readonly string[] | undefined;
  notes?: string | number | undefined;
  hint?: string | undefined;
  solution?: string | undefined;
  figure?: Pictured | null | undefined;
  option_figures?: readonly (Pictured | null)[] | undefined;
  solution_figure?: Pictured | null | undefined;
}): QuestionWords {
  const { text = '', options, notes, hint, solution, figure, option_figures, solution_figure } = question;
  return {
    text,
    // Options that are pictures have no words.
    options: options?.some((option) => option !== '') ? options : undefined,
    notes: notes === undefined ? undefined : String(notes),
    hint,
    solution,
    alt: { figure: figure?.alt, options: option_figures?.map((one) => one?.alt ?? ''), solution_figure: solution_figure?.alt },
  };
}

/** Differences between a question and each of its translations, with the path from the question. */
export function findingsOfTranslations(
  question: Parameters<typeof wordsToTranslate>[0],
  translations: { [language in TranslatedLanguage]?: QuestionWords | undefined } | undefined,
): ParityFinding[] {
  return translatedLanguages.flatMap((language) => {
    const translated = translations?.[language];
    if (!translated) return [];
    return parityFindings(wordsToTranslate(question), translated).map((found) => ({
      ...found,
      path: ['translations', language, ...found.path],
    }));
  });
}
