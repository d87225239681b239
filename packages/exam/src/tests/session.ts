import { isNewer, type Versioned } from './merge.ts';
import { isEntry } from '../bank/numeric-entry.ts';
import { type Answer, isAnswered, type QuestionType, questionTypes, sameAnswer } from '../bank/question.ts';

/** Identifies a version of a response by the number of its writer and its version number. */
export interface Revision {
  writer: number;
  version: number;
}

/** A response as the device stores it. */
export interface LocalResponse extends Versioned {
  question_id: number;
  question_type: QuestionType;
  /** The last change of answer, mark or verification; a mere visit does not count. */
  edited: Revision;
}

/** One visit to a question. Each writer numbers its visits from 1; `second` is a second of the session. */
export interface LocalVisit {
  number: number;
  question_id: number;
  second: number;
  /** Length of the visit. */
  seconds: number;
  /** Answer when the visit ended: options as `1,3`, or the numerical text. */
  answer: string;
  /** Set if the question was shown in Hindi during the visit. */
  language?: 'hi';
}

/** A draft: an answer that is selected or entered but not saved. It is neither sent nor counted. */
export interface Draft extends Answer {
  question_id: number;
}

/** One session on the device: plain data, so that it can be stored as it is. */
export interface SessionState {
  session_id: number;
  kind: 'train' | 'test';
  questionIds: readonly number[];
  currentIndex: number;
  /** One response for every question, by question id. */
  responses: Readonly<Record<number, LocalResponse>>;
  /** Visits that the server has not acknowledged. */
  visits: readonly LocalVisit[];
  nextVisit: number;
  writer: number;
  /** Seconds. */
  session_time_spent: number;
  /** Second of the session at which the current visit began. */
  currentSince: number;
  /** The state that the server has acknowledged, by question id. */
  acknowledged: Readonly<Record<number, Revision>>;
  /** Whether an answer counts only once it is saved, as on the real exam's screen. A selection before that is a draft. */
  is_exam_exact: boolean;
  /** The draft of the current question, in an exam-exact test only. */
  draft: Draft | null;
  /** Whether the current question was shown in Hindi since the visit began. */
  isShownInHindi?: boolean;
  /** Whether this is adaptive practice, whose next questions are chosen again after each answer. */
  is_adaptive?: boolean;
}

/** A response as the server hands it out. It has no writer, so it counts as older than every other response. */
export interface StoredResponse extends Omit<Versioned, 'writer'> {
  question_id: number;
  writer?: number;
}

export interface SessionInput {
  session_id: number;
  kind: 'train' | 'test';
  /** The questions in the order of the session. */
  questions: readonly { id: number; question_type: QuestionType }[];
  responses: readonly StoredResponse[];
  writer: number;
  session_time_spent: number;
  current_index: number;
  is_exam_exact?: boolean;
  is_adaptive?: boolean;
}

/** The initial state of a session fetched from the server: everything acknowledged, the current question visited. */
export function initialState(input: SessionInput): SessionState {
  const storedById = new Map(input.responses.map((response) => [response.question_id, response]));
  const responses = input.questions.map(({ id, question_type }): LocalResponse => {
    const stored = storedById.get(id);
    const revision = { writer: stored?.writer ?? 0, version: stored?.version ?? 0 };
    return {
      question_id: id,
      question_type,
      responses: stored?.responses ?? [],
      rich_response: stored?.rich_response ?? null,
      is_marked: stored?.is_marked ?? false,
      is_visited: stored?.is_visited ?? false,
      verified: stored?.verified ?? false,
      ...revision,
      edited: revision,
      question_time_spent: stored?.question_time_spent ?? 0,
      solution_request_time: stored?.solution_request_time ?? null,
    };
  });
  const opened: SessionState = {
    session_id: input.session_id,
    kind: input.kind,
    questionIds: input.questions.map(({ id }) => id),
    currentIndex: Math.min(Math.max(0, input.current_index), Math.max(0, input.questions.length - 1)),
    responses: Object.fromEntries(responses.map((response) => [response.question_id, response])),
    visits: [],
    nextVisit: 1,
    writer: input.writer,
    session_time_spent: input.session_time_spent,
    currentSince: input.session_time_spent,
    acknowledged: Object.fromEntries(responses.map(({ question_id, writer, version }) => [question_id, { writer, version }])),
    is_exam_exact: input.is_exam_exact ?? false,
    draft: null,
    ...(input.is_adaptive ? { is_adaptive: true } : {}),
  };
  return visitCurrent(opened);
}

/** The response of the current question; undefined in a session without questions. */
export function currentResponse(state: SessionState): LocalResponse | undefined {
  const id = state.questionIds[state.currentIndex];
  return id === undefined ? undefined : state.responses[id];
}

/** Whether the answer is final: in practice, once it was verified or its solution was opened. */
export function isLocked(state: SessionState, response: LocalResponse): boolean {
  return state.kind === 'train' && (response.verified || response.solution_request_time !== null);
}

function withCurrent(state: SessionState, response: LocalResponse): SessionState {
  return { ...state, responses: { ...state.responses, [response.question_id]: response } };
}

type Edit = Partial<Pick<LocalResponse, 'responses' | 'rich_response' | 'is_marked' | 'verified' | 'solution_request_time'>>;

/** Applies a change that the student makes to the current question. */
function withEdit(state: SessionState, response: LocalResponse, edit: Edit): SessionState {
  const revision = { writer: state.writer, version: response.version + 1 };
  return withCurrent(state, { ...response, ...edit, ...revision, is_visited: true, edited: revision });
}

function visitCurrent(state: SessionState): SessionState {
  const response = currentResponse(state);
  if (!response || response.is_visited) return state;
  return withCurrent(state, { ...response, is_visited: true, writer: state.writer, version: response.version + 1 });
}

/** The questions up to the last visited one, which adaptive practice keeps. */
export function visitedPlaces(state: SessionState): number[] {
  const furthest = state.questionIds.findLastIndex((id) => state.responses[id]?.is_visited === true);
  return state.questionIds.slice(0, Math.max(furthest, state.currentIndex) + 1);
}

/** The session with a new list of questions, which must contain the visited ones. */
export function withPlaces(state: SessionState, questions: readonly { id: number; question_type: QuestionType }[]): SessionState {
  const isSame = questions.length === state.questionIds.length && questions.every(({ id }, at) => id === state.questionIds[at]);
  if (isSame) return state;
  const unseen = { writer: 0, version: 0 };
  const responses = { ...state.responses };
  const acknowledged = { ...state.acknowledged };
  for (const { id, question_type } of questions) {
    if (responses[id]) continue;
    const blank = { responses: [], rich_response: null, is_marked: false, is_visited: false, verified: false };
    const rest = { ...unseen, edited: unseen, question_time_spent: 0, solution_request_time: null };
    responses[id] = { question_id: id, question_type, ...blank, ...rest };
    acknowledged[id] ??= unseen;
  }
  return { ...state, questionIds: questions.map(({ id }) => id), responses, acknowledged };
}

function answerText(answer: Answer): string {
  return answer.rich_response ?? answer.responses.toSorted((a, b) => a - b).join(',');
}

/** Ends the visit to the current question and begins another one there, before an upload that must contain everything. */
export function closeVisit(state: SessionState, second: number): SessionState {
  const response = currentResponse(state);
  const seconds = second - state.currentSince;
  if (!response || seconds <= 0) return state;
  const visit = {
    number: state.nextVisit,
    question_id: response.question_id,
    second: state.currentSince,
    seconds,
    answer: answerText(response),
    ...(state.isShownInHindi ? { language: 'hi' as const } : {}),
  };
  return { ...state, visits: [...state.visits, visit], nextVisit: state.nextVisit + 1, currentSince: second };
}

/** Goes to another question at this second of the session and drops a draft. An index that does not exist changes nothing. */
export function moveTo(state: SessionState, index: number, second: number): SessionState {
  if (index === state.currentIndex || state.questionIds[index] === undefined) return state;
  return visitCurrent({ ...closeVisit(state, second), currentIndex: index, currentSince: second, draft: null, isShownInHindi: false });
}

/** Notes that the current question is shown in Hindi, which its visit will say. */
export function showInHindi(state: SessionState): SessionState {
  return state.isShownInHindi ? state : { ...state, isShownInHindi: true };
}

function withAnswer(state: SessionState, answer: Answer): SessionState {
  const response = currentResponse(state);
  if (!response || isLocked(state, response) || sameAnswer(response, answer)) return state;
  return withEdit(state, response, { responses: answer.responses, rich_response: answer.rich_response });
}

/** The shown selection or entry of a question: its draft, otherwise its answer. */
export function shownAnswer(state: SessionState, question_id: number): Answer | undefined {
  return state.draft?.question_id === question_id ? state.draft : state.responses[question_id];
}

/** The state with a draft of the current question. A draft that equals the saved answer, or is of another question, is dropped. */
export function withDraft(state: SessionState, draft: Draft | null): SessionState {
  const response = currentResponse(state);
  const isOne = draft !== null && state.is_exam_exact && response?.question_id === draft.question_id && !sameAnswer(response, draft);
  const next = isOne ? draft : null;
  return next === null && state.draft === null ? state : { ...state, draft: next };
}

/** Records what the student selected or entered, in an exam-exact test as a draft, otherwise as the answer. */
function withInput(state: SessionState, answer: Answer): SessionState {
  const response = currentResponse(state);
  if (!response || !state.is_exam_exact) return withAnswer(state, answer);
  if (sameAnswer(shownAnswer(state, response.question_id) ?? response, answer)) return state;
  return withDraft(state, { question_id: response.question_id, responses: answer.responses, rich_response: answer.rich_response });
}

/** Save & Next, or Mark for Review & Next: the draft becomes the answer. */
export function saveDraft(state: SessionState): SessionState {
  return state.draft === null ? state : withAnswer({ ...state, draft: null }, state.draft);
}

/** Toggles an option: multiple option adds and removes, the other types replace. */
export function selectOption(state: SessionState, option: number): SessionState {
  const response = currentResponse(state);
  if (!response || response.question_type === questionTypes.numerical) return state;
  const { responses } = shownAnswer(state, response.question_id) ?? response;
  const others = response.question_type === questionTypes.multiple_option ? responses.filter((chosen) => chosen !== option) : [];
  const next = responses.includes(option) ? others : [...others, option].toSorted((a, b) => a - b);
  return withInput(state, { responses: next, rich_response: null });
}

/** Replaces the text of a numerical question; a text that is not an entry changes nothing. */
export function enterNumber(state: SessionState, text: string): SessionState {
  if (currentResponse(state)?.question_type !== questionTypes.numerical || !isEntry(text)) return state;
  return withInput(state, { responses: [], rich_response: text === '' ? null : text });
}

/** Removes the answer and its draft; a mark stays. */
export function clearAnswer(state: SessionState): SessionState {
  return withAnswer(withDraft(state, null), { responses: [], rich_response: null });
}

/** Sets or removes the mark for review. */
export function setMarked(state: SessionState, isMarked: boolean): SessionState {
  const response = currentResponse(state);
  return !response || response.is_marked === isMarked ? state : withEdit(state, response, { is_marked: isMarked });
}

export function toggleMark(state: SessionState): SessionState {
  return setMarked(state, currentResponse(state)?.is_marked === false);
}

/** Verifies an answer in practice, which shows its result, and records the visit so far. Tests have no Verify. */
export function verify(state: SessionState, second: number): SessionState {
  const response = currentResponse(state);
  if (!response || state.kind === 'test' || isLocked(state, response) || !isAnswered(response.question_type, response)) return state;
  return withEdit(closeVisit(state, second), response, { verified: true });
}

/**
 * Opens the solution in practice; tests have no solutions. If the answer was not verified yet, the question can no longer be answered
 * and its selection is cleared.
 */
export function requestSolution(state: SessionState, second: number): SessionState {
  const response = currentResponse(state);
  if (!response || state.kind === 'test' || response.solution_request_time !== null) return state;
  const asked = { solution_request_time: second };
  return withEdit(closeVisit(state, second), response, response.verified ? asked : { ...asked, responses: [], rich_response: null });
}

/** Adds seconds to the session, and to the current question unless its result is shown. */
export function tick(state: SessionState, seconds: number): SessionState {
  const passed = { ...state, session_time_spent: state.session_time_spent + seconds };
  const response = currentResponse(state);
  if (!response || isLocked(state, response)) return passed;
  return withCurrent(passed, { ...response, question_time_spent: response.question_time_spent + seconds });
}

/** Continues under a new writer's number, under which unsent visits are numbered again. */
export function takeOver(state: SessionState, writer: number): SessionState {
  if (writer === state.writer) return state;
  const visits = state.visits.map((visit, at) => ({ ...visit, number: at + 1 }));
  return { ...state, writer, visits, nextVisit: visits.length + 1 };
}

/**
 * Records an acknowledgement of responses, and of visits up to the number `visits_kept`. Acknowledgements may be late, repeated or out of
 * order.
 */
export function acknowledge(state: SessionState, kept: readonly ({ question_id: number } & Revision)[], visits_kept: number): SessionState {
  const acknowledged = { ...state.acknowledged };
  for (const { question_id, writer, version } of kept) {
    const known = acknowledged[question_id];
    if (!known || isNewer({ writer, version }, known)) acknowledged[question_id] = { writer, version };
  }
  return { ...state, acknowledged, visits: state.visits.filter(({ number }) => number > visits_kept) };
}

/** Every response in question order, for a finish upload. */
export function allResponses(state: SessionState): LocalResponse[] {
  return state.questionIds.map((id) => state.responses[id]).filter((response) => response !== undefined);
}

function isSent(state: SessionState, question_id: number, revision: Revision): boolean {
  const known = state.acknowledged[question_id];
  return known !== undefined && !isNewer(revision, known);
}

/** Whether the server has acknowledged the last change of a question's answer or mark. */
export function isEditSent(state: SessionState, question_id: number): boolean {
  const response = state.responses[question_id];
  return response === undefined || isSent(state, question_id, response.edited);
}

/** The data that the server has not acknowledged: responses in question order, visits in the order they were made. */
export function unsent(state: SessionState): { responses: LocalResponse[]; visits: readonly LocalVisit[] } {
  const responses = allResponses(state).filter((response) => !isSent(state, response.question_id, response));
  return { responses, visits: state.visits };
}

function unsentEdits(state: SessionState): LocalResponse[] {
  return allResponses(state).filter(({ question_id }) => !isEditSent(state, question_id));
}

/** Number of questions with an unsent answer or mark; mere visits do not count. */
export function changedCount(state: SessionState): number {
  return unsentEdits(state).length;
}

/** How many questions of `changedCount` are numerical. */
export function changedNumericalCount(state: SessionState): number {
  return unsentEdits(state).filter(({ question_type }) => question_type === questionTypes.numerical).length;
}
