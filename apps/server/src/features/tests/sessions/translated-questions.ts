import type { TranslatedLanguage } from '@abhyas/contract/bank/language-codes';
import type { Answer } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import type { getTranslatedQuestions } from '@abhyas/contract/tests/translated-questions';
import type { Context, Student } from '../../../context.ts';
import { practisableTopic } from '../../bank/chapters/chapters.ts';
import { findQuestions, hiddenFromStudent, isOpenTo, servedInPractice } from '../../bank/questions/questions.ts';
import { presentContent } from '../papers/papers.ts';
import { requireReview, type SessionRow } from './sessions.ts';
import * as sessions from './sessions.store.ts';
import {
  readTexts,
  revealedTranslation,
  shownPassage,
  shownTranslation,
  type Texts,
} from '../../bank/translated-texts/translated-texts.ts';

type Translated = Answer<typeof getTranslatedQuestions>;

/** Texts of many students' test, read once for each version of the paper: a hall that changes the language asks for them at once. */
const mostKept = 100;
const kept = new Map<string, Promise<Texts>>();

async function textsOfPaper(context: Context, paper_id: number, language: TranslatedLanguage): Promise<Texts> {
  const content = await presentContent(context, paper_id);
  const name = `${paper_id}:${content.version}:${language}`;
  const known = kept.get(name);
  if (known) return known;
  const read = readTexts(context, [...content.placeById.keys()], language);
  kept.set(name, read);
  read.catch(() => kept.delete(name));
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break;
    kept.delete(oldest);
  }
  return read;
}

/** Decides which questions of the session are shown with their solution; undefined for a question that is not shown. */
async function revealOf(context: Context, session: SessionRow, ids: readonly number[], isReview: boolean) {
  const { student_id, paper_id } = session;
  if (paper_id !== null && !isReview) return () => false;
  if (paper_id !== null) await requireReview(context, student_id, paper_id);
  const hidden = await hiddenFromStudent(context, student_id, ids);
  // A practice question that has since been added to a test is no longer shown.
  return (id: number) => (hidden.has(id) ? (paper_id === null ? undefined : false) : true);
}

/** The texts of a session of practice that the student may practise now. Throws `premium_needed` for a topic that is locked by now. */
async function textsOfPractice(context: Context, student: Student, session: SessionRow, language: TranslatedLanguage): Promise<Texts> {
  if (session.topic_id !== null) await practisableTopic(context, student, session.topic_id);
  const ids = await sessions.findSessionQuestions(context, student.id, session.id);
  const served = await servedInPractice(context, student.id, ids);
  const open = [...(await findQuestions(context, ids)).values()].filter((row) => served.has(row.id) && isOpenTo(student, row));
  const passages = new Set(open.map((row) => row.comprehension_question_id));
  const texts = await readTexts(
    context,
    open.map(({ id }) => id),
    language,
  );
  return { ...texts, passages: texts.passages.filter(({ passage_id }) => passages.has(passage_id)) };
}

/** A sign-in by an institute's code reaches this institute's tests only, and a test of an institute is read under its membership. */
async function requireReach(context: Context, student: Student, paper_id: number | null): Promise<void> {
  const owner = paper_id === null ? null : (await presentContent(context, paper_id)).paper.institute_id;
  const isReached = owner === null ? student.reach === 'account' : owner === student.institute_id;
  if (!isReached) throw new Problem('not_found');
}

/** The questions of the student's session in another language. A session that is under way or finished has shown them in English. */
export async function translatedQuestions(
  context: Context,
  student: Student,
  { id, language, is_review = false }: { id: number; language: TranslatedLanguage; is_review?: boolean | undefined },
): Promise<Translated> {
  const session = await sessions.findSession(context, student.id, id);
  if (!session) throw new Problem('not_found');
  const { paper_id } = session;
  await requireReach(context, student, paper_id);
  const texts =
    paper_id === null ? await textsOfPractice(context, student, session, language) : await textsOfPaper(context, paper_id, language);
  const ids = texts.questions.map(({ question_id }) => question_id);
  const reveal = await revealOf(context, session, ids, is_review);
  return {
    language,
    questions: texts.questions.flatMap((row) => {
      const isRevealed = reveal(row.question_id);
      return isRevealed === undefined ? [] : [isRevealed ? revealedTranslation(row) : shownTranslation(row)];
    }),
    passages: texts.passages.map(shownPassage),
  };
}
