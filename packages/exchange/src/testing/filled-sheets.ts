import { numberColumns, ROLL_DIGITS, sheetPages } from '@abhyas/exam/exam-office/answer-sheet';
import { setNames } from '@abhyas/exam/exam-office/paper-sets';
import type { ReadSection, ReadSheet } from '../sheets/read-sheet.ts';
import { chanceOf, type FilledBubble, type FilledSheet, type PhotoFaults } from './sheet-photos.ts';

const section = (name: string, question_count: number, is_numerical = false, integer = false): ReadSection => ({
  name,
  question_count,
  is_numerical,
  integer,
  has_several: false,
});

/** Papers of NEET and of JEE: options only, and options with whole and decimal numbers. */
const papers: readonly (readonly ReadSection[])[] = [
  [section('Physics', 45), section('Chemistry', 45), section('Biology', 90)],
  [section('Physics', 20), section('Physics B', 3, true, true), section('Chemistry', 20), section('Chemistry B', 2, true)],
];

/** The result that a reader must give for a question: its answer, or a doubt. */
export type Wanted = { answer: string } | 'doubt';

export interface SheetCase {
  sheet: FilledSheet & { sections: readonly ReadSection[] };
  roll: string;
  wanted: Map<number, Wanted>;
  faults: PhotoFaults;
}

/**
 * A filled sheet with tilt, shadow, noise, blur and a fold of any strength. In one question in thirty a mark is doubtful, so that a person
 * must check it.
 */
export function sheetCase(seed: number): SheetCase {
  const chance = chanceOf(seed * 7919);
  const sections = papers[seed % papers.length] ?? [];
  const marks: FilledBubble[] = [];
  const wanted = new Map<number, Wanted>();
  const roll = String(Math.floor(10 ** (ROLL_DIGITS - 1) * (1 + 8.9 * chance())));
  for (const [column, value] of [...roll].entries()) marks.push({ question: null, column, value, mark: 'plain' });
  const onPage = new Set((sheetPages(sections)[0]?.bubbles ?? []).flatMap(({ question }) => question ?? []));
  const sectionOf = sections.flatMap((one) => Array.from({ length: one.question_count }, () => one));
  for (const question of onPage) {
    const { is_numerical = false, integer = false } = sectionOf[question - 1] ?? {};
    if (chance() < 0.1) wanted.set(question, { answer: '' });
    else if (is_numerical) {
      const number = String(1 + Math.floor(chance() * 99));
      const { whole } = numberColumns(integer);
      for (const [at, value] of [...number].entries())
        marks.push({ question, column: 1 + whole - number.length + at, value, mark: 'plain' });
      wanted.set(question, { answer: number });
    } else {
      const option = 1 + Math.floor(chance() * 4);
      const kind = chance();
      marks.push({ question, column: 0, value: String(option), mark: kind < 0.01 ? 'faint' : 'plain' });
      if (kind >= 0.01 && kind < 0.033)
        marks.push({ question, column: 0, value: String(1 + (option % 4)), mark: kind < 0.022 ? 'plain' : 'erased' });
      wanted.set(question, kind < 0.033 ? 'doubt' : { answer: String(option) });
    }
  }
  const [tilt, shadow, noise, blur, fold] = [chance(), chance(), chance(), chance(), chance()];
  return {
    sheet: {
      code: { kind: 'test', id: 1 + Math.floor(chance() * 99_999), set: setNames[seed % 4] ?? 'A', page: 1 },
      sections,
      marks,
      tool: chance() < 0.5 ? 'pen' : 'pencil',
    },
    roll,
    wanted,
    faults: { tilt, shadow, noise, blur, fold },
  };
}

export interface SheetCounts {
  /** Bubbles of answers that were marked plainly or left empty, and those of them that were read right. */
  bubbles: number;
  right: number;
  /** Answers that were read wrongly without a doubt, and doubtful marks at which no doubt was raised. */
  wrong: number;
}

/** Compares what was read with what was filled. An unread sheet has no bubble right. */
export function countedAgainst({ sheet, roll, wanted }: SheetCase, read: ReadSheet | { kind: 'unread' }): SheetCounts {
  const counts = { bubbles: 0, right: 0, wrong: 0 };
  const bubblesOf = new Map<number | null, number>();
  for (const { question } of sheetPages(sheet.sections)[0]?.bubbles ?? []) bubblesOf.set(question, (bubblesOf.get(question) ?? 0) + 1);
  const answers = read.kind === 'sheet' ? read.answers : [];
  const note = (bubbles: number, isDoubtful: boolean, isRight: boolean) => {
    counts.bubbles += bubbles;
    if (!isDoubtful && isRight) counts.right += bubbles;
    if (!isDoubtful && !isRight) counts.wrong += 1;
  };
  for (const [question, expected] of wanted) {
    const answer = answers.find((one) => one.question === question);
    const isDoubtful = answer === undefined || answer.doubt !== null;
    if (expected === 'doubt') counts.wrong += isDoubtful ? 0 : 1;
    else note(bubblesOf.get(question) ?? 0, isDoubtful, (answer?.text ?? answer?.options.join(',')) === expected.answer);
  }
  if (read.kind === 'sheet') note(bubblesOf.get(null) ?? 0, read.roll.doubt !== null, read.roll.digits === roll);
  else counts.bubbles += bubblesOf.get(null) ?? 0;
  return counts;
}
