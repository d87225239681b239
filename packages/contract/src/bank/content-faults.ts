import { faultsOfQuestion, type PartOfQuestion, type QuestionFault, readKeys } from './authored-keys.ts';
import { faultsOfCharacters, faultsOfText } from './authored-text.ts';
import { findingsOfTranslations, writtenPassageTranslations, writtenTranslations } from './translations.ts';
import type { BankContent, BankFigure, PassageContent } from './bank-content.ts';
import type { QuestionEntry } from './authored-question.ts';

const shortestAlt = 5;

/** The text of a question in the form of a content file, without its empty fields. */
function entryOf(content: BankContent): PartOfQuestion {
  const { type, options, option_figures, keys, notes, video } = content;
  const [answer, ...also_accepted] = keys;
  const hasOptions = type !== 'numerical' && options.every((option) => option.trim() !== '');
  return {
    type,
    ...(hasOptions ? { options } : {}),
    ...(option_figures.every((figure) => figure !== null) ? { option_figures: [] } : {}),
    ...(answer === undefined ? {} : { answer, also_accepted }),
    ...(type === 'numerical' && notes.trim() !== '' ? { notes } : {}),
    ...(video.trim() === '' ? {} : { video }),
  };
}

function faultsOfWords(path: QuestionFault['path'], text: string): QuestionFault[] {
  const faults = faultsOfCharacters(text);
  return (faults.length > 0 ? faults : faultsOfText(text)).map((what) => ({ path, what }));
}

const faultsOfFigure = (path: QuestionFault['path'], figure: BankFigure | null): QuestionFault[] =>
  figure && figure.alt.trim().length < shortestAlt ? [{ path, what: 'Describe the picture in words, for students who cannot see it' }] : [];

/** The path of a fault in the fields of the editor: the keys are one list there. */
const inEditor = ({ path, what }: QuestionFault): QuestionFault => {
  const [field, at] = path;
  if (field === 'answer') return { path: ['keys', 0], what };
  return field === 'also_accepted' && typeof at === 'number' ? { path: ['keys', at + 1], what } : { path, what };
};

/** Faults of the translations: of their characters and formulas, and differences from the English question that are surely wrong. */
function faultsOfTranslations(content: BankContent): QuestionFault[] {
  const { type } = content;
  const translations = writtenTranslations(content.translations) ?? {};
  const asked = type === 'numerical' ? { ...content, options: undefined } : { ...content, notes: undefined };
  const differing = findingsOfTranslations(asked, translations).filter(({ level }) => level === 'fault');
  const { text = '', options = [], notes = '', hint = '', solution = '' } = translations.hi ?? {};
  const path = (...rest: (string | number)[]) => ['translations', 'hi', ...rest];
  return [
    ...differing.map(({ path: at, what }) => ({ path: at, what: `In Hindi: ${what}` })),
    ...Object.entries({ text, notes, hint, solution }).flatMap(([field, words]) => faultsOfWords(path(field), words)),
    ...options.flatMap((option, at) => faultsOfWords(path('options', at), option)),
  ];
}

/** Every fault that keeps a question from review: those of the importer, and fields that are still missing. */
export function faultsOfContent(content: BankContent): QuestionFault[] {
  const { type, topic_id, text, options, option_figures, figure, keys, solution, solution_figure, passage_id } = content;
  const entry = entryOf(content);
  const given: Partial<Record<keyof QuestionEntry, boolean>> = {
    passage: type === 'comprehension' && passage_id !== null,
    options: entry.options !== undefined,
    option_figures: entry.option_figures !== undefined,
  };
  const faults: QuestionFault[] = [];
  if (topic_id === null) faults.push({ path: ['topic_id'], what: 'Choose a topic' });
  if (text.trim() === '') faults.push({ path: ['text'], what: 'Write the question' });
  if (keys.length === 0) faults.push({ path: ['keys', 0], what: 'Give the answer' });
  faults.push(...faultsOfQuestion(entry, (field) => given[field] === true).map(inEditor));
  if (type !== 'numerical') {
    faults.push(...options.flatMap((option, at) => faultsOfWords(['options', at], option)));
    faults.push(...option_figures.flatMap((one, at) => faultsOfFigure(['option_figures', at], one)));
  }
  if (type === 'numerical') faults.push(...faultsOfWords(['notes'], content.notes));
  faults.push(...faultsOfWords(['text'], text), ...faultsOfFigure(['figure'], figure));
  faults.push(...faultsOfWords(['hint'], content.hint ?? ''));
  faults.push(...faultsOfWords(['solution'], solution), ...faultsOfFigure(['solution_figure'], solution_figure));
  faults.push(...faultsOfTranslations(content));
  return faults;
}

export function faultsOfPassage({ text, figure, translations }: PassageContent): QuestionFault[] {
  const missing = text.trim() === '' ? [{ path: ['text'], what: 'Write the passage' }] : [];
  const written = writtenPassageTranslations(translations) ?? {};
  const differing = findingsOfTranslations({ text, figure }, written).filter(({ level }) => level === 'fault');
  return [
    ...missing,
    ...faultsOfWords(['text'], text),
    ...faultsOfFigure(['figure'], figure),
    ...differing.map(({ path, what }) => ({ path, what: `In Hindi: ${what}` })),
    ...faultsOfWords(['translations', 'hi', 'text'], written.hi?.text ?? ''),
  ];
}

/** The content as it is stored for students: keys as decimal text, and no values of fields that the type does not have. */
export function publishedContent({ translations, ...content }: BankContent): BankContent {
  const written = writtenTranslations(translations);
  const keys = readKeys(entryOf(content)).flatMap((read) => ('key' in read ? [read.key] : []));
  const isNumerical = content.type === 'numerical';
  return {
    ...content,
    ...(written ? { translations: written } : {}),
    keys,
    passage_id: content.type === 'comprehension' ? content.passage_id : null,
    notes: isNumerical ? content.notes.trim() : '',
    options: isNumerical ? ['', '', '', ''] : content.options.map((option) => option.trim()),
    option_figures: isNumerical ? [null, null, null, null] : content.option_figures,
    text: content.text.trim(),
    hint: content.hint?.trim() ?? '',
    solution: content.solution.trim(),
    video: content.video.trim(),
  };
}
