// Contents: the live state · unsent answers · the panel's functions
import { answerLiveQuiz, getQuizQuestionData, QUIZ_CHANNEL } from '@abhyas/contract/classes/live-quiz';
import { Problem } from '@abhyas/contract/problem';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { serverNow } from '../../../../platform/clock.ts';
import { messageOf } from '../../../../platform/failure.ts';
import { useLiveChannel } from '../../../../platform/live.ts';
import { callKey, queryClient, useCall } from '../../../../platform/queries.ts';
import { useUser } from '../../../../platform/user.ts';
import { addPending, pendingAnswers, type PendingAnswer, removePending } from './pending-answers.ts';
import { afterMessage, keyTimeOf, mayKnowMore, type Message, type QuizState } from './quiz-state.ts';

/** Ms between two calls for the state, if the network blocks sockets. */
const ASK_EVERY = 5000;
const RETRY_EVERY = 3000;
/** The pages of a class spread their calls over this time, ms. */
const SPREAD = 1000;

/** The state of a live quiz. Messages are numbered, and after a gap the whole state is fetched, so that no change is missed. */
export function useLiveQuiz(meetingId: number) {
  const student = useUser()?.id ?? 0;
  const key = callKey(getQuizQuestionData, { id: meetingId });
  const [isBlocked, setBlocked] = useState(false);
  const query = useCall(getQuizQuestionData, { id: meetingId }, { staleTime: 0, ...(isBlocked ? { refreshEvery: ASK_EVERY } : {}) });
  const { data } = query;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [waiting, setWaiting] = useState<readonly PendingAnswer[]>([]);
  const [refusal, setRefusal] = useState<{ id: number; message: string } | null>(null);
  const isSending = useRef(false);

  const set = (change: (held: QuizState) => QuizState) => queryClient.setQueryData<QuizState>(key, (held) => held && change(held));
  const askSoon = () => {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey: key });
    }, SPREAD * Math.random());
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  // The id comes from the first state that the page received, because a changed id would subscribe again.
  const quizId = data?.quiz_id ?? null;
  const first = useRef<{ quiz_id: number; number: number } | null>(null);
  if (quizId !== null && first.current?.quiz_id !== quizId) first.current = { quiz_id: quizId, number: data?.number ?? 0 };
  const isOver = data?.recorded === true;
  const parameters =
    data && first.current && !isOver ? { institute_id: data.institute_id, meeting_id: data.meeting_id, ...first.current } : null;
  const live = useLiveChannel<Message>(QUIZ_CHANNEL, parameters, {
    hear: (message) => {
      const held = queryClient.getQueryData<QuizState>(key);
      if (!held) return;
      const next = afterMessage(held, message);
      if (next === null) askSoon();
      else if (next !== held) {
        queryClient.setQueryData(key, next);
        if (mayKnowMore(next, serverNow())) askSoon();
      }
    },
    missed: askSoon,
  });
  useEffect(() => setBlocked(live === 'blocked'), [live]);

  const nextKey = Math.max(0, ...(data?.question_data.map(keyTimeOf).filter(Number.isFinite) ?? []));
  useEffect(() => {
    const left = nextKey - serverNow();
    if (left <= 0 || left > 10_000) return;
    const atKey = setTimeout(() => {
      const held = queryClient.getQueryData<QuizState>(key);
      if (held && mayKnowMore(held, serverNow())) askSoon();
    }, left + 100);
    return () => clearTimeout(atKey);
  });

  const refresh = () => setWaiting(quizId === null ? [] : pendingAnswers(student, quizId));
  async function send(answer: PendingAnswer, isAgain: boolean): Promise<void> {
    const { at, ...fields } = answer;
    try {
      const { response, question } = await call(answerLiveQuiz, { ...fields, ...(isAgain ? { waited_since: at } : {}) });
      removePending(student, answer.question_id);
      set((held) => ({
        ...held,
        response_data: [...held.response_data.filter(({ id }) => id !== response.id), response],
        question_data: held.question_data.map((one) => (question && one.id === question.id ? { ...one, ...question } : one)),
      }));
    } catch (failure) {
      // A temporary failure is tried again; a refusal is final.
      if (!(failure instanceof Problem) || failure.status === 429 || failure.status >= 500) return;
      removePending(student, answer.question_id);
      setRefusal({ id: answer.question_id, message: messageOf(failure) });
      void queryClient.invalidateQueries({ queryKey: key });
    }
  }
  async function sendWaiting(): Promise<void> {
    if (isSending.current || quizId === null) return;
    isSending.current = true;
    for (const answer of pendingAnswers(student, quizId)) await send(answer, true);
    isSending.current = false;
    refresh();
  }
  useEffect(() => {
    refresh();
    if (quizId === null) return;
    void sendWaiting();
    const again = setInterval(() => {
      if (pendingAnswers(student, quizId).length > 0) void sendWaiting();
    }, RETRY_EVERY);
    return () => clearInterval(again);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the functions change at each rendering; the values that they read do not
  }, [quizId, student]);

  async function verify(question_id: number, selected_option: number): Promise<void> {
    if (quizId === null) return;
    setRefusal(null);
    const answer = {
      quiz_id: quizId,
      question_id,
      selected_option: selected_option as 1 | 2 | 3 | 4,
      at: new Date(serverNow()).toISOString(),
    };
    addPending(student, answer);
    refresh();
    isSending.current = true;
    await send(answer, false);
    isSending.current = false;
    refresh();
  }

  return { query, live, waiting, refusal, verify };
}
