import type { Answer, Input, Value } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import {
  type FoundQuestion,
  type getAllFilterCategories,
  type getSolution,
  MOST_SEARCH_MATCHES,
  SEARCH_PAGE_SIZE,
  type searchQuestions,
  searchCourses,
} from '@abhyas/contract/bank/search';
import type { Context, Person } from '../../../context.ts';
import { PersonTurns } from '../../../http/person-turns.ts';
import { findQuestions, passagesOf, type QuestionRow, revealedQuestion, servedInPractice, shownQuestion } from '../questions/questions.ts';
import { textsIn } from '../translated-texts/translated-texts.ts';
import { filterWord, indexPending, markForSearch, refreshSearchIndex } from './search-index.ts';
import { termsOf } from './search-query.ts';
import { readSearchQuery, slugOf } from './search-text.ts';
import * as store from './search.store.ts';

export { indexPending, markForSearch, refreshSearchIndex };
export { searchTextOf } from './search-text.ts';

type Search = Input<typeof searchQuestions>;
type Filters = Omit<Search, 'language'>;
/** The student who searches; null for a visitor. */
type Reader = Context & { caller: Person | null };
/** Below this number of matches, questions with only the rarest words are listed too. */
const enoughMatches = SEARCH_PAGE_SIZE;
/** The most papers in the filter of previous papers; the length of the field limits it further. */
const mostPapers = 40;

const courseOf = (id: number | undefined) => searchCourses.find((course) => course.id === id);
const quoted = (word: string) => `'${word}'`;
const anyOf = (words: readonly string[]) => `(${words.map(quoted).join(' | ')})`;

/** The filters as words that every match must have: the caller's bank, and the chosen filters. */
async function filterQuery(context: Context, caller: Person | null, filters: Filters): Promise<string> {
  const course = courseOf(filters.test_type_id);
  const names = (filters.previous_papers ?? '').split(',').map((name) => name.trim());
  const wantedNames = new Set(names.filter((name) => name !== '').slice(0, mostPapers));
  const papers =
    wantedNames.size > 0 ? (await previousPapers(context, filters)).filter(({ name }) => wantedNames.has(name)).map(({ id }) => id) : [];
  const institutes = [null, ...(caller?.institute_id ? [caller.institute_id] : [])];
  return [
    quoted(filterWord.public()),
    anyOf(institutes.map(filterWord.institute)),
    ...(course ? [anyOf(course.subject_ids.map(filterWord.subject))] : []),
    ...(filters.subject_id ? [anyOf((await idsOfSubject(context, filters.subject_id)).map(filterWord.subject))] : []),
    ...(filters.chapter_id ? [quoted(filterWord.chapter(filters.chapter_id))] : []),
    ...(filters.checkpoint_id ? [quoted(filterWord.topic(filters.checkpoint_id))] : []),
    // Unknown names of papers match nothing, like unknown ids.
    ...(wantedNames.size > 0 ? [anyOf(papers.length > 0 ? papers.map(filterWord.previous_paper) : [filterWord.previous_paper(0)])] : []),
  ].join(' & ');
}

/** Ids of the subject's name: Biology is Botany and Zoology. For an unknown id it is 0, which no subject has. */
async function idsOfSubject(context: Context, id: number): Promise<number[]> {
  const subjects = await store.findSubjects(context);
  const name = subjects.find((subject) => subject.id === id)?.name;
  return name === undefined ? [0] : subjects.filter((subject) => subject.name === name).map((subject) => subject.id);
}

function previousPapers(context: Context, filters: Filters) {
  const course = courseOf(filters.test_type_id);
  return store.findPreviousPapers(context, course ? [course.course, 'MED_ENG'] : ['ENG', 'MED', 'MED_ENG']);
}

/** Turns a typed search into conditions: a full-text query (empty if the search has no words) and formulas. Null if nothing can match. */
export async function conditionsOf(context: Context, typed: string): Promise<{ query: string; formulas: string[] } | null> {
  const read = readSearchQuery(typed);
  const { every, literal } = await termsOf(context, read);
  if (literal === '' && read.formulas.length === 0) return null;
  return { query: literal === '' ? '' : `(${every}) | (${literal})`, formulas: read.formulas };
}

/** The word that every index entry of the institute's questions has. */
export const wordOfInstitute = (institute_id: number) => quoted(filterWord.institute(institute_id));

/** The matches that may be shown with their answers now, best first. */
async function visibleMatches(context: Reader, matches: readonly store.FoundQuestion[]): Promise<number[]> {
  const served = await servedInPractice(
    context,
    context.caller?.id ?? null,
    matches.map(({ question_id }) => question_id),
  );
  return matches
    .filter(({ question_id }) => served.has(question_id))
    .toSorted((a, b) => b.rank - a.rank || a.question_id - b.question_id)
    .map(({ question_id }) => question_id);
}

async function shownFound(context: Reader, rows: ReadonlyMap<number, QuestionRow>, ids: readonly number[]) {
  const facts = new Map((await store.findFacts(context, ids)).map((fact) => [fact.question_id, fact]));
  return ids.flatMap((id, position): Value<typeof FoundQuestion>[] => {
    const row = rows.get(id);
    const fact = facts.get(id);
    if (!row || !fact) return [];
    const isLocked = !(context.caller?.has_premium_access || fact.topic_position === 0);
    return [
      {
        ...(isLocked ? shownQuestion(row, position, null) : revealedQuestion(row, position, null)),
        topic_name: row.topic_name,
        subject_name: fact.subject_name,
        is_solution_locked: isLocked,
        previous_papers: fact.previous_papers,
        slug: slugOf(row.question_text),
      },
    ];
  });
}

/** A page of matching questions, best first. Without a text and a previous paper, all questions of the filters match. */
export async function search(context: Reader, input: Search): Promise<Answer<typeof searchQuestions>> {
  const { search_question_text = '', page = 1 } = input;
  const typed = readSearchQuery(search_question_text);
  const terms = await termsOf(context, typed);
  const filters = await filterQuery(context, context.caller, input);
  const find = (words: string, formulas: readonly string[] = typed.formulas) =>
    store.findMatches(context, {
      query: words === '' ? filters : `${filters} & (${words})`,
      ranking: terms.any,
      formulas,
      most: MOST_SEARCH_MATCHES + 1,
    });
  const hasText = typed.words.length > 0 || typed.formulas.length > 0;
  // A text without search words ("!!!", "the") matches nothing, while no text matches everything.
  const isEmpty = search_question_text.trim() !== '' && terms.every === '' && typed.formulas.length === 0;
  const exact = isEmpty ? [] : await find(terms.every);
  const found = new Map(exact.map((match) => [match.question_id, match]));
  /** Appends weaker matches while there is less than a page. */
  const addBelow = async (depth: number, words: string, formulas?: readonly string[]) => {
    if (!hasText || found.size >= enoughMatches) return;
    for (const match of await find(words, formulas))
      if (!found.has(match.question_id)) found.set(match.question_id, { ...match, rank: match.rank - depth });
  };
  if (terms.allButOne !== '') await addBelow(1, terms.allButOne);
  if (terms.rarest !== '') await addBelow(2, terms.rarest);
  if (typed.formulas.length > 0 && terms.every !== '') {
    await addBelow(3, '');
    await addBelow(4, terms.every, []);
  }
  const ids = await visibleMatches(context, [...found.values()]);
  const counted = ids.slice(0, MOST_SEARCH_MATCHES);
  const shown = counted.slice((page - 1) * SEARCH_PAGE_SIZE, page * SEARCH_PAGE_SIZE);
  const rows = await findQuestions(context, shown);
  const questions = await shownFound(context, rows, shown);
  const comprehension_questions = await passagesOf(context, rows.values());
  return {
    data: {
      totalQuestions: counted.length,
      is_count_capped: exact.length > MOST_SEARCH_MATCHES,
      questions,
      comprehension_questions,
      ...(await textsIn(context, input.language, questions, comprehension_questions)),
      has_only_common_words: isEmpty && typed.words.length > 0,
      matched: terms.marks,
      matched_formulas: typed.formulas,
    },
  };
}

/** Each search of a visitor keeps a connection of the database, which students' answers need too. */
const visitors = new PersonTurns(2);

/** A search without a sign-in. Of one address, two run at once and further ones wait. */
export const searchOfVisitor = (context: Context, address: string, input: Search) =>
  visitors.run(address, () => search({ ...context, caller: null }, input));

/** One question with its solution. Throws `not_found` if the caller may not see it, or not now. */
export async function solution(context: Reader, { id, language }: Input<typeof getSolution>): Promise<Answer<typeof getSolution>> {
  const rows = await findQuestions(context, [id]);
  const row = rows.get(id);
  const isOwn = row && (row.institute_id === null || row.institute_id === context.caller?.institute_id);
  if (!isOwn || !(await servedInPractice(context, context.caller?.id ?? null, [id])).has(id)) throw new Problem('not_found');
  const [question] = await shownFound(context, rows, [id]);
  if (!question || !(row.is_for_practice || question.previous_papers.length > 0)) throw new Problem('not_found');
  const passages = await passagesOf(context, rows.values());
  return { question, comprehension_question: passages[0] ?? null, ...(await textsIn(context, language, [question], passages)) };
}

/** The highest id of a question of the shared bank. */
export const solutionsEnd = (context: Context): Promise<number> => store.findLastShared(context);

/** Questions with ids in a range that a visitor may see now, with the words of their addresses. */
export async function openSolutions(context: Context, from: number, to: number): Promise<{ id: number; slug: string }[]> {
  const rows = await store.findOpen(context, from, to, filterWord.public());
  const served = await servedInPractice(
    context,
    null,
    rows.map(({ id }) => id),
  );
  return rows.filter(({ id }) => served.has(id)).map(({ id, question_text }) => ({ id, slug: slugOf(question_text) }));
}

/** The choices that the chosen filters leave. */
export async function filterCategories(context: Context, filters: Filters): Promise<Answer<typeof getAllFilterCategories>> {
  const course = courseOf(filters.test_type_id);
  const subjects = (await store.findSubjects(context)).filter(
    ({ id }) => !course || (course.subject_ids as readonly number[]).includes(id),
  );
  const subject_ids = filters.subject_id ? await idsOfSubject(context, filters.subject_id) : subjects.map(({ id }) => id);
  const chapters = await store.findChapters(context, subject_ids);
  return {
    courses: searchCourses.map(({ id, name }) => ({ id, name })),
    // Botany and Zoology are shown as Biology, under the lower of their ids.
    subjects: subjects.filter(({ name }, at) => subjects.findIndex((other) => other.name === name) === at),
    chapters: chapters.map(({ id, name }) => ({ id, name })),
    topics: filters.chapter_id ? await store.findTopics(context, filters.chapter_id) : [],
    previous_papers: await previousPapers(context, filters),
  };
}

export async function coursesAndPreviousPapers(context: Context) {
  return { courses: searchCourses.map(({ id, name }) => ({ id, name })), previous_papers: await previousPapers(context, {}) };
}
