import type { CheckedContent } from '@abhyas/server/features/bank/content/checking/check-content';

const tex = /\\\([\s\S]*?\\\)|\\\[[\s\S]*?\\\]/g;
const cellOrParagraph = /<\/?(?:p|br|li|ul|ol|table|thead|tbody|tr|th|td)\s*\/?>/g;
/** Replaces a formula: it counts as one word and is not spell-checked. */
const formula = '□';

export interface Prose {
  /** The code of the question, chapter, paper or cheat sheet with this text. */
  of: string;
  text: string;
}

/** Every text of the content that a student reads or hears, as authored. */
export function proseOf({ chapters, papers, cheatSheets }: Pick<CheckedContent, 'chapters' | 'papers' | 'cheatSheets'>): Prose[] {
  const all = (of: string, texts: readonly (string | undefined)[]) => texts.flatMap((text) => (text === undefined ? [] : [{ of, text }]));
  return [
    ...chapters.flatMap(({ chapter, passages = [], questions }) => [
      ...all(chapter.code, [chapter.name, ...chapter.topics.map(({ name }) => name)]),
      ...passages.flatMap((passage) => all(passage.code, [passage.text, passage.figure?.alt])),
      ...questions.flatMap((question) =>
        all(question.code, [
          question.text,
          question.hint,
          question.solution,
          ...(question.options ?? []),
          ...(question.option_figures ?? []).map(({ alt }) => alt),
          question.figure?.alt,
          question.solution_figure?.alt,
        ]),
      ),
    ]),
    ...cheatSheets.flatMap(({ quick_points }) =>
      quick_points.flatMap((point) => all(point.code, [point.title, point.text, point.supporting_text, point.figure?.alt])),
    ),
    ...papers.flatMap(({ paper, sections }) => all(paper.code, [paper.name, ...sections.map(({ name }) => name)])),
  ];
}

/** The text without tags and entities; a formula is one sign, and cells and lines are separated. */
function plain(text: string): string {
  return text
    .replaceAll(tex, (source) => (source.startsWith('\\[') ? `\n\n${formula}\n\n` : formula))
    .replaceAll(cellOrParagraph, '\n\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&[a-z#0-9]+;/gi, ' ');
}

const isWord = (part: string) => /[\p{L}\p{N}□]/u.test(part);

/** The sentences of a text, each as its words. */
export function sentencesOf(text: string): string[][] {
  return plain(text)
    .split(/(?<=[.?!:;])\s+(?=[\p{Lu}\p{N}□(])|\n\s*\n/u)
    .map((sentence) => sentence.split(/\s+/).filter(isWord))
    .filter((words) => words.length > 0);
}

const isGenotype = (word: string) => /^(?:([a-z])\1{1,2})+$/i.test(word);

/** The words of a text to spell-check: no formulas, no words of one or two letters, no capitals, no genotypes. */
export function spelledWordsOf(text: string): string[] {
  const found = plain(text).match(/\p{L}[\p{L}’']*/gu) ?? [];
  return found
    .map((word) => word.replaceAll('’', "'").replace(/'s?$/, ''))
    .filter((word) => word.length > 2 && word !== word.toUpperCase() && !isGenotype(word));
}
