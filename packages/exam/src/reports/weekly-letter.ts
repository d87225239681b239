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

/** What is known about one student's week. */
export interface WeekOfStudent {
  /** The first name of a child; null if the letter is to the student. */
  child: string | null;
  /** Practice of the week and of the week before; null if the reader may not see it. */
  practice: { week: WeekOfPractice; before: WeekOfPractice } | null;
  /** Tests of the week in whole percent of the marks, each with the mean of the results before it. */
  results: readonly { name: string; percent: number; usual: number | null }[];
  missed_tests: readonly string[];
  missed_classes: readonly string[];
  next_test: { name: string; when: string } | null;
  at_risk: readonly { subject_name: string; classes_needed: number }[];
  weak_subject: { name: string; percent: number } | null;
  due_mistakes: number;
}

/** What is known about an institute's or a teacher's week. */
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
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Adds the line about two figures to the letter, if they differ enough. */
function compare(
  { rose, fell }: Letter,
  what: string,
  week: number,
  before: number,
  least: number,
  words: (value: number) => string,
): void {
  if (week - before >= least) rose.push(`${what}: ${words(week)}, after ${words(before)}.`);
  else if (before - week >= least) fell.push(`${what}: ${words(week)}, after ${words(before)}.`);
}

const percent = (value: number) => `${value}%`;
const cut = ({ rose, held, fell, absent, next, one_thing }: Letter): Letter => ({
  rose: rose.slice(0, MOST_LINES),
  held: held.slice(0, MOST_LINES),
  fell: fell.slice(0, MOST_LINES),
  absent: absent.slice(0, MOST_LINES),
  next: next.slice(0, MOST_LINES),
  one_thing,
});

/** The one thing that helps most, from what is urgent to what is useful. */
function oneThing({ child, at_risk, missed_tests, due_mistakes, weak_subject }: WeekOfStudent): Letter['one_thing'] {
  const [risk] = at_risk;
  if (risk) {
    const classes = `the next ${counted(risk.classes_needed, `${risk.subject_name} class`, `${risk.subject_name} classes`)}`;
    return child === null
      ? { text: `Attend ${classes}: your attendance there is below 75%.`, url: '/attendance' }
      : { text: `See that ${child} attends ${classes}: attendance there is below 75%.`, url: null };
  }
  const [missed] = missed_tests;
  if (missed && child !== null) return { text: `Ask ${child} why ${missed} was missed.`, url: null };
  if (due_mistakes > 0 && child === null)
    return { text: `Redo ${counted(due_mistakes, 'mistake')} that you made earlier.`, url: '/mistakes' };
  if (weak_subject)
    return child === null
      ? { text: `Practise ${weak_subject.name}: it brought ${weak_subject.percent}% of its marks in the latest tests.`, url: null }
      : {
          text: `Encourage ${child} to practise ${weak_subject.name}: ${weak_subject.percent}% of its marks in the latest tests.`,
          url: null,
        };
  return missed ? { text: `Read the questions of ${missed}, which you missed.`, url: '/institute?type=test' } : null;
}

export function letterOfStudent(week: WeekOfStudent): Letter {
  const letter: Letter = { rose: [], held: [], fell: [], absent: [], next: [], one_thing: oneThing(week) };
  for (const { name, percent: own, usual } of week.results) {
    if (usual !== null && Math.abs(own - usual) >= CHANGE) compare(letter, name, own, usual, CHANGE, percent);
    else letter.held.push(`${name}: ${own}%${usual === null ? '' : ', as usual'}.`);
  }
  if (week.practice) {
    const { week: now, before } = week.practice;
    compare(letter, 'Practice', now.total_attempted, before.total_attempted, MORE_ANSWERS, (value) => counted(value, 'answer'));
    if (now.total_attempted >= ANSWERS && before.total_attempted >= ANSWERS && now.accuracy !== null && before.accuracy !== null)
      compare(letter, 'Right answers in practice', now.accuracy, before.accuracy, CHANGE, percent);
  }
  letter.absent.push(...week.missed_tests.map((name) => `${name} was not taken.`));
  if (week.missed_classes.length > 0)
    letter.absent.push(
      `${counted(week.missed_classes.length, 'class', 'classes')} missed: ${week.missed_classes.slice(0, 3).join(', ')}${week.missed_classes.length > 3 ? ' …' : ''}.`,
    );
  if (week.next_test) letter.next.push(`${week.next_test.name}, ${week.next_test.when}.`);
  return cut(letter);
}

export function letterOfBatches(week: WeekOfBatches): Letter {
  const letter: Letter = { rose: [], held: [], fell: [], absent: [], next: [], one_thing: null };
  const change = ({ percent: own, before }: WeekOfBatches['batches'][number]) => Math.abs((own ?? 0) - (before ?? 0));
  for (const { name, percent: own, before } of week.batches.toSorted((a, b) => change(b) - change(a)))
    if (own !== null && before !== null) compare(letter, name, own, before, CHANGE, percent);
  letter.absent.push(
    ...week.missed_tests
      .filter(({ missed }) => missed > 0)
      .map(({ name, missed, given }) => `${name}: ${missed} of ${counted(given, 'student')} did not take it.`),
  );
  letter.next.push(...week.next.map(({ name, when }) => `${name}, ${when}.`));
  const [task] = week.waiting;
  if (task) letter.one_thing = { text: `${task.title}: ${task.count} waiting, the longest of all tasks.`, url: task.url };
  return cut(letter);
}
