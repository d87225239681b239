import { objectTypes } from '@abhyas/contract/bank/catalogue';
import type { Answer } from '@abhyas/contract/endpoint';
import type { getTestInstructions } from '@abhyas/contract/tests/papers';
import type { getTrainQuestions } from '@abhyas/contract/practice/practice';
import { type Clock, timeLeft } from '@abhyas/exam/tests/clock';
import * as papers from '../papers/papers.ts';
import type { OpenedSession } from './opening.store.ts';
import type { ResponseRow, SessionRow } from './sessions.store.ts';

type TestInfo = Answer<typeof getTestInstructions>['test_info'];
type PracticeInfo = Answer<typeof getTrainQuestions>['test_info'];
type ShownResponse = Answer<typeof getTrainQuestions>['question_responses'][number];

/** The clock of a test session. */
export function clockOf(session: OpenedSession, paper: papers.PaperRow): Clock {
  return {
    time_kind: paper.time_kind,
    began_at: session.began_at.getTime(),
    test_duration: paper.test_duration,
    deadline: session.deadline?.getTime() ?? null,
    session_time_spent: session.session_time_spent,
    time_reported_at: session.time_reported_at?.getTime() ?? null,
  };
}

/** The fields of a session that is not a test. */
export function practiceInfo(
  session: SessionRow,
  { id, name, chapter_id }: { id: number; name: string; chapter_id: number | null },
  question_count: number,
  now: Date,
): PracticeInfo {
  return {
    id,
    name,
    session_id: session.id,
    session_status: session.status,
    object_type: session.object_type as PracticeInfo['object_type'],
    session_type: session.session_type as PracticeInfo['session_type'],
    chapter_id,
    question_count,
    test_mode_type: null,
    test_type: null,
    test_duration: null,
    session_time_spent: session.session_time_spent,
    remaining_duration: null,
    time_kind: null,
    deadline: null,
    server_time: now.toISOString(),
    writer: session.writer,
    current_index: session.current_index,
    should_request_otp: false,
    disable_begin: false,
    test_date: null,
    start_time: null,
    end_time: null,
    is_new_neet_pattern: false,
    is_online: true,
    is_institute_test: false,
    is_missed_test: false,
    is_exam_exact: false,
    allows_exam_exact: false,
    is_test_retakable: false,
    is_session_review: false,
    is_choice: false,
    is_revise: session.session_type === 1,
    show_finish_session: session.status === 'IN_PROGRESS',
  };
}

/** The fields of a test, with the student's session if there is one. */
export function testInfo(paper: papers.PaperRow, session: OpenedSession | undefined, question_count: number, now: Date): TestInfo {
  return {
    id: paper.id,
    name: paper.name,
    session_id: session?.id ?? null,
    session_status: session?.status ?? null,
    object_type: paper.is_assignment ? objectTypes.assignment : objectTypes.test,
    session_type: 0,
    chapter_id: null,
    question_count,
    test_mode_type: paper.test_mode_type,
    test_type: paper.test_type,
    test_duration: paper.test_duration,
    session_time_spent: session?.session_time_spent ?? 0,
    remaining_duration: session ? timeLeft(clockOf(session, paper), now.getTime()) : paper.test_duration,
    time_kind: paper.time_kind,
    deadline: session?.deadline?.toISOString() ?? null,
    server_time: now.toISOString(),
    writer: session?.writer ?? 0,
    current_index: session?.current_index ?? 0,
    should_request_otp: paper.should_request_otp && session?.status !== 'IN_PROGRESS',
    disable_begin: session?.status !== 'IN_PROGRESS' && (papers.isNotYetOpen(paper, now) || papers.isClosed(paper, now)),
    test_date: paper.opens_at?.toISOString() ?? null,
    start_time: paper.opens_at?.toISOString() ?? null,
    end_time: paper.closes_at?.toISOString() ?? null,
    is_new_neet_pattern: paper.is_new_neet_pattern,
    is_online: true,
    is_institute_test: paper.institute_id !== null,
    is_missed_test: !session && papers.isClosed(paper, now),
    is_exam_exact: session?.is_exam_exact ?? paper.is_exam_exact,
    allows_exam_exact: papers.allowsExamExact(paper),
    is_test_retakable: paper.is_test_retakable,
    is_session_review: false,
    is_choice: false,
    is_revise: false,
    show_finish_session: session?.status === 'IN_PROGRESS',
  };
}

/** A response as the student may see it. */
export function shownResponse(
  row: Omit<ShownResponse, 'session_item_id' | 'question_type' | 'position' | 'subject_id' | 'verified_at'> &
    Pick<ResponseRow, 'session_id' | 'verified_at'>,
  question: { question_type: 0 | 1 | 2 | 3; subject_id: number },
  position: number,
): ShownResponse {
  return {
    id: row.id,
    session_item_id: row.session_id,
    question_id: row.question_id,
    question_type: question.question_type,
    position,
    subject_id: question.subject_id,
    responses: row.responses,
    rich_response: row.rich_response,
    is_marked: row.is_marked,
    is_visited: row.is_visited,
    verified: row.verified,
    verified_at: row.verified_at?.toISOString() ?? null,
    result: row.result,
    version: row.version,
    question_time_spent: row.question_time_spent,
    solution_request_time: row.solution_request_time,
  };
}
