import { getStudentHomeData } from '@abhyas/contract/site/home';
import { login, requestOtp, updateProfile } from '@abhyas/contract/institute/identity';
import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getReport } from '@abhyas/contract/reports/session-reports';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import type { FlowPaper } from '../flow-paper.ts';
import { Caller } from './caller.ts';
import { addressOf, answerOf, phoneOf } from './flow-student.ts';
import type { LoadAnswer } from './load-job.ts';
import { after, timeLoops } from './timed.ts';

const answersAnUpload = 15;
const secondsAQuestion = 2;

/** All 90 changed responses of a student and the visits to their questions, in the form of the site's sender. */
function workOf(student: number, { questions }: FlowPaper) {
  const responses = questions.map((question, position) => ({
    question_id: question.id,
    ...answerOf(student, question, position),
    is_marked: false,
    is_visited: true,
    verified: false,
    version: 2,
    question_time_spent: secondsAQuestion,
    solution_request_time: null,
  }));
  const visits = responses.map(({ question_id, responses: options, rich_response }, position) => ({
    number: position + 1,
    question_id,
    second: position * secondsAQuestion,
    seconds: secondsAQuestion,
    answer: rich_response ?? options.join(','),
  }));
  return { responses, visits };
}

async function signIn(browser: Caller, student: number): Promise<void> {
  const phone_number = phoneOf(student);
  const { demo_otp = '', request_id = '' } = await browser.call(requestOtp, { phone_number });
  const { token } = await browser.call(login, { phone_number, otp: demo_otp, request_id });
  browser.signIn(token);
  await browser.send(updateProfile, { name: `Student ${student}`, course: 'ENG', is_onboarding: true });
}

async function sitTest(browser: Caller, student: number, paper: FlowPaper): Promise<void> {
  const { id } = paper;
  const { session_id, writer } = await browser.call(findOrCreateSessionItem, { id });
  await browser.send(getTestQuestions, { id });
  const { responses, visits } = workOf(student, paper);
  for (let first = 0; first < responses.length; first += answersAnUpload) {
    const end = first + answersAnUpload;
    await browser.send(uploadStudentResponses, {
      session_id,
      writer,
      session_time_spent: end * secondsAQuestion,
      current_index: end - 1,
      responses: JSON.stringify(responses.slice(first, end)),
      visits: JSON.stringify(visits.slice(first, end)),
    });
  }
  // The site's last upload contains every answer once more.
  const session_time_spent = responses.length * secondsAQuestion;
  const last = { session_id, writer, session_time_spent, current_index: responses.length - 1 };
  await browser.send(uploadStudentResponses, { ...last, responses: JSON.stringify(responses), isFinishTest: true });
}

/** Throws unless the review shows every question with its key and the result of its answer. */
async function lookAtReview(browser: Caller, { id, questions }: FlowPaper): Promise<void> {
  const review = await browser.call(getTestQuestions, { id, is_review: true });
  const shown = review.questions.filter(({ accepted_answers }) => accepted_answers?.length === 1).length;
  const judged = review.question_responses.filter(({ result }) => result === 1 || result === -1).length;
  if (shown !== questions.length || judged !== questions.length) throw new Error(`A review shows ${shown} keys and ${judged} results`);
}

/** One student's whole visit, without a pause. */
async function walk(address: string, student: number, paper: FlowPaper, isFirst: boolean): Promise<void> {
  const browser = new Caller(address, { from: addressOf(student) });
  await signIn(browser, student);
  await browser.send(getStudentHomeData, { type: 'mock' });
  await sitTest(browser, student, paper);
  await browser.send(getReport, { id: paper.id });
  if (isFirst) await lookAtReview(browser, paper);
  else await browser.send(getTestQuestions, { id: paper.id, is_review: true });
  await browser.close();
}

let lastStudent = 0;

/** New students, one after another on each of `concurrency` connections. The first student of each checks the content of the review. */
export function flow(address: string, paper: FlowPaper, concurrency: number, seconds: number): Promise<LoadAnswer> {
  const taken = new Set<number>();
  return timeLoops(concurrency, after(seconds), async (place) => {
    lastStudent += 1;
    const isFirst = !taken.has(place);
    taken.add(place);
    await walk(address, lastStudent, paper, isFirst);
  });
}
