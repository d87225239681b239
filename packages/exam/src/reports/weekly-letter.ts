import { type Pattern, patternsOf, say, type Sentence } from '../institute/sentence.ts';

/** Smaller changes are chance, and are not mentioned. In points of percent. */
const CHANGE = 3;
/** Fewer answers show nothing about accuracy. */
const ANSWERS = 20;
/** Fewer answers more or less are not mentioned. */
const MORE_ANSWERS = 10;
const MOST_LINES = 4;

export interface WeekOfPractice {
  total_attempted: number;
  /** Whole percent; null without an attempt. */
  accuracy: number | null;
}

/** The known facts about one student's week. */
export interface WeekOfStudent {
  /** The first name of a child; null if the letter is to the student. */
  child: string | null;
  /** Practice of the week and of the week before; null if the reader may not see it. */
  practice: { week: WeekOfPractice; before: WeekOfPractice } | null;
  /** Tests of the week in whole percent of the marks, each with the mean of the results before it. */
  results: readonly { name: string; percent: number; usual: number | null }[];
  missed_tests: readonly string[];
  missed_classes: readonly string[];
  next_test: { name: string; when: string | Sentence } | null;
  at_risk: readonly { subject_name: string; classes_needed: number }[];
  weak_subject: { name: string; percent: number } | null;
  due_mistakes: number;
}

/** The known facts about an institute's or a teacher's week. */
export interface WeekOfBatches {
  /** Mean results of batches in whole percent of the marks; null in a week without a test. */
  batches: readonly { name: string; percent: number | null; before: number | null }[];
  missed_tests: readonly { name: string; missed: number; given: number }[];
  next: readonly { name: string; when: string }[];
  /** Tasks that wait, the oldest first. */
  waiting: readonly { title: string; count: number; url: string }[];
}

/** The one page of a week: what rose, what fell, who was absent, what is next, and one thing to do. */
export interface Letter {
  rose: string[];
  /** Results that are as usual, or the first. */
  held: string[];
  fell: string[];
  absent: string[];
  next: string[];
  one_thing: { text: string; url: string | null } | null;
  /** The patterns of all sentences. */
  said: Pattern[];
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

interface Draft {
  rose: Sentence[];
  held: Sentence[];
  fell: Sentence[];
  absent: Sentence[];
  next: Sentence[];
  one_thing: { text: Sentence; url: string | null } | null;
}

/** Adds the line about two figures to the letter, if they differ enough. */
function compare(
  { rose, fell }: Draft,
  week: number,
  before: number,
  least: number,
  line: (week: number, before: number) => Sentence,
): void {
  if (week - before >= least) rose.push(line(week, before));
  else if (before - week >= least) fell.push(line(week, before));
}

const answersIn = (count: number) => (count === 1 ? say`1 answer` : say`${count} answers`);
const inPercent = (what: string | Sentence) => (week: number, before: number) => say`${what}: ${week}%, after ${before}%.`;

function letterOf({ one_thing, ...draft }: Draft): Letter {
  const parts = { rose: draft.rose, held: draft.held, fell: draft.fell, absent: draft.absent, next: draft.next };
  const shown = Object.entries(parts).map(([part, lines]) => [part, lines.slice(0, MOST_LINES)] as const);
  return {
    ...(Object.fromEntries(shown.map(([part, lines]) => [part, lines.map(({ text }) => text)])) as Record<keyof typeof parts, string[]>),
    one_thing: one_thing && { text: one_thing.text.text, url: one_thing.url },
    said: patternsOf([...shown.flatMap(([, lines]) => lines), ...(one_thing ? [one_thing.text] : [])]),
  };
}

/** The one thing that helps most, from what is urgent to what is useful. */
function oneThing({ child, at_risk, missed_tests, due_mistakes, weak_subject }: WeekOfStudent): Draft['one_thing'] {
  const [risk] = at_risk;
  if (risk) {
    const { subject_name: subject, classes_needed: count } = risk;
    if (child === null) {
      const text =
        count === 1
          ? say`Attend the next 1 ${subject} class: your attendance there is below 75%.`
          : say`Attend the next ${count} ${subject} classes: your attendance there is below 75%.`;
      return { text, url: '/attendance' };
    }
    const text =
      count === 1
        ? say`See that ${child} attends the next 1 ${subject} class: attendance there is below 75%.`
        : say`See that ${child} attends the next ${count} ${subject} classes: attendance there is below 75%.`;
    return { text, url: null };
  }
  const [missed] = missed_tests;
  if (missed && child !== null) return { text: say`Ask ${child} why ${missed} was missed.`, url: null };
  if (due_mistakes > 0 && child === null)
    return {
      text: due_mistakes === 1 ? say`Redo 1 mistake that you made earlier.` : say`Redo ${due_mistakes} mistakes that you made earlier.`,
      url: '/mistakes',
    };
  if (weak_subject)
    return child === null
      ? { text: say`Practise ${weak_subject.name}: it brought ${weak_subject.percent}% of its marks in the latest tests.`, url: null }
      : {
          text: say`Encourage ${child} to practise ${weak_subject.name}: ${weak_subject.percent}% of its marks in the latest tests.`,
          url: null,
        };
  return missed ? { text: say`Read the questions of ${missed}, which you missed.`, url: '/institute?type=test' } : null;
}

export function letterOfStudent(week: WeekOfStudent): Letter {
  const letter: Draft = { rose: [], held: [], fell: [], absent: [], next: [], one_thing: oneThing(week) };
  for (const { name, percent: own, usual } of week.results) {
    if (usual !== null && Math.abs(own - usual) >= CHANGE) compare(letter, own, usual, CHANGE, inPercent(name));
    else letter.held.push(usual === null ? say`${name}: ${own}%.` : say`${name}: ${own}%, as usual.`);
  }
  if (week.practice) {
    const { week: now, before } = week.practice;
    compare(
      letter,
      now.total_attempted,
      before.total_attempted,
      MORE_ANSWERS,
      (answers, earlier) => say`Practice: ${answersIn(answers)}, after ${answersIn(earlier)}.`,
    );
    if (now.total_attempted >= ANSWERS && before.total_attempted >= ANSWERS && now.accuracy !== null && before.accuracy !== null)
      compare(letter, now.accuracy, before.accuracy, CHANGE, inPercent(say`Right answers in practice`));
  }
  letter.absent.push(...week.missed_tests.map((name) => say`${name} was not taken.`));
  const count = week.missed_classes.length;
  const named = `${week.missed_classes.slice(0, 3).join(', ')}${count > 3 ? ' …' : ''}`;
  if (count > 0) letter.absent.push(count === 1 ? say`1 class missed: ${named}.` : say`${count} classes missed: ${named}.`);
  if (week.next_test) letter.next.push(say`${week.next_test.name}, ${week.next_test.when}.`);
  return letterOf(letter);
}

export function letterOfBatches(week: WeekOfBatches): Letter {
  const letter: Draft = { rose: [], held: [], fell: [], absent: [], next: [], one_thing: null };
  const change = ({ percent: own, before }: WeekOfBatches['batches'][number]) => Math.abs((own ?? 0) - (before ?? 0));
  for (const { name, percent: own, before } of week.batches.toSorted((a, b) => change(b) - change(a)))
    if (own !== null && before !== null) compare(letter, own, before, CHANGE, inPercent(name));
  letter.absent.push(
    ...week.missed_tests
      .filter(({ missed }) => missed > 0)
      .map(({ name, missed, given }) => say`${name}: ${missed} of ${counted(given, 'student')} did not take it.`),
  );
  letter.next.push(...week.next.map(({ name, when }) => say`${name}, ${when}.`));
  const [task] = week.waiting;
  if (task) letter.one_thing = { text: say`${task.title}: ${task.count}. No other task has waited longer.`, url: task.url };
  return letterOf(letter);
}
