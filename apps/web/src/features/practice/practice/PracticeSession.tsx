import { brand } from '@abhyas/contract/institute/brand';
import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import type { Answer as CallAnswer } from '@abhyas/contract/endpoint';
import type { getTrainQuestions } from '@abhyas/contract/practice/practice';
import { isAnswered } from '@abhyas/exam/bank/question';
import { isLocked } from '@abhyas/exam/tests/session';
import { Trans } from '@lingui/react';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { i18n, named } from '../../../platform/language.ts';
import { keepPictures } from '../../../platform/service-worker.ts';
import type { User } from '../../../platform/user.ts';
import { typesetAhead } from '../../../question/maths.ts';
import { preloadPictures } from '../../../question/Picture.tsx';
import { LanguagesContext } from '../../../question/languages.ts';
import { useQuestionLanguages } from '../../../question/useQuestionLanguages.ts';
import { pictureAddresses, questionTexts } from '../../../question/question-content.ts';
import { useBookmarks } from '../../../question/useBookmarks.ts';
import { HeaderLine } from '../../../session/screen/HeaderLine.tsx';
import { TakenOver } from '../../../session/screen/Notice.tsx';
import { SaveStateLabel, saveLabels } from '../../../session/screen/SaveStateLabel.tsx';
import { SessionFrame, useIsWide } from '../../../session/screen/SessionFrame.tsx';
import type { SessionEngine } from '../../../session/engine/session-engine.ts';
import { useHeaderMessage } from '../../../session/screen/useHeaderMessage.ts';
import { useSessionView } from '../../../session/screen/useSession.ts';
import { Logo } from '../../../ui/Logo.tsx';

import { type BackTarget, PageTitle } from '../../../ui/PageTitle.tsx';
import { questionsById } from './arrange-places.ts';
import { isBegun, practiceStatus } from './practice-status.ts';
import { type PracticeDialog, PracticeDialogs } from './PracticeDialogs.tsx';
import { PracticeQuestion } from './PracticeQuestion.tsx';
import { QuestionList } from './QuestionList.tsx';
import styles from './TrainPage.module.css';

type PracticePayload = CallAnswer<typeof getTrainQuestions>;

interface PracticeSessionProps {
  student: User;
  engine: SessionEngine;
  payload: PracticePayload;
  back: BackTarget;
  hasUnsentAnswers: boolean;
  /** Opens the session again after it was discarded here, or after another page has taken it over. */
  onReopen: () => void;
}

/** A practice session, in which the student verifies each answer separately and sees its solution. */
export function PracticeSession({ student, engine, payload, back, hasUnsentAnswers, onReopen }: PracticeSessionProps) {
  const view = useSessionView(engine);
  const { state } = view;
  const { currentIndex, responses } = state;
  const { test_info } = payload;
  const byId = useMemo(() => questionsById(payload), [payload]);
  const questions = useMemo(() => state.questionIds.flatMap((id) => byId.get(id) ?? []), [state.questionIds, byId]);
  const languages = useQuestionLanguages(test_info.session_id, questions, false);
  const [dialog, setDialog] = useState<PracticeDialog>(null);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const isWide = useIsWide();
  const message = useHeaderMessage();
  const scroll = useRef<HTMLElement>(null);

  const bookmarks = useBookmarks(payload.bookmarked_question_ids);

  const question = questions[currentIndex];
  const response = question && responses[question.id];
  const passages = useMemo(() => new Map(payload.comprehension_questions.map((passage) => [passage.id, passage])), [payload]);
  const passage = question?.comprehension_question_id ? (passages.get(question.comprehension_question_id) ?? null) : null;
  const isOver = response !== undefined && isLocked(state, response);
  const canVerify = response !== undefined && !isOver && !view.isTakenOver && isAnswered(response.question_type, response);
  const statuses = useMemo(() => questions.map((each) => practiceStatus(each, responses[each.id])), [questions, responses]);

  useEffect(() => {
    if (scroll.current) scroll.current.scrollTop = 0;
    const next = questions[currentIndex + 1];
    preloadPictures([next?.supporting_picture ?? null]);
    const here = questions[currentIndex];
    return typesetAhead([here?.solution_text ?? null, ...(next ? questionTexts(next) : [])]);
  }, [questions, currentIndex]);

  // The questions and pictures are kept, so that practice reopens without a network.
  useEffect(
    () =>
      void keepPictures(
        [...byId.values()].flatMap((each) => pictureAddresses(each, passages.get(each.comprehension_question_id ?? 0) ?? null)),
      ),
    [byId, passages],
  );

  const goTo = useCallback(
    (index: number) => {
      setSheetOpen(false);
      engine.goTo(index);
    },
    [engine],
  );
  const noteOf = useCallback((index: number) => i18n.t(saveLabels[engine.saveStateOf(questions[index]?.id ?? 0)]), [engine, questions]);

  const isPersonalised = test_info.object_type === objectTypes.personalised_test;
  const isRestartable = !test_info.is_revise && !isPersonalised;
  const isLast = currentIndex >= questions.length - 1;
  const isAllDone = statuses.every((status) => status !== 'unvisited' && status !== 'unattempted' && status !== 'attempted');
  const openDialog = (next: 'restart' | 'finish') => () => {
    setSheetOpen(false);
    setDialog(next);
  };
  /** Finishes the session without asking if every question is done. */
  const finish = isAllDone ? () => void engine.finish() : openDialog('finish');

  return (
    <>
      <SessionFrame
        header={
          <>
            {isPersonalised && (
              <button
                type="button"
                className="grid flex-none place-items-center size-44 -ml-6 p-0 rounded-control"
                aria-label={i18n.t('{name}: finish or leave', { name: brand.name })}
                onClick={openDialog('finish')}
              >
                <Logo markOnly />
              </button>
            )}
            <HeaderLine message={message} className={`flex-1 min-w-0 ${styles.name}`}>
              <PageTitle {...(isPersonalised ? {} : { back })}>{named(test_info.name)}</PageTitle>
            </HeaderLine>
            <SaveStateLabel state={view.saveState} />
            <Button variant="outline" size="sm" className={styles.finish} disabled={view.isTakenOver} onClick={openDialog('finish')}>
              {i18n.t('Finish')}
            </Button>
          </>
        }
        scrollRef={scroll}
        sideTitle={i18n.t('Questions')}
        isSheetOpen={isSheetOpen}
        onSheetClose={() => setSheetOpen(false)}
        side={
          <QuestionList
            questions={questions}
            statuses={statuses}
            currentIndex={currentIndex}
            onGo={goTo}
            noteOf={noteOf}
            onRestart={statuses.some(isBegun) && !view.isTakenOver && isRestartable ? openDialog('restart') : null}
            onFinish={openDialog('finish')}
          />
        }
        bottom={
          <div className={`grid grid-cols-[1fr_auto_1fr] gap-12 max-36:grid-cols-[auto_1fr_auto] max-36:gap-8 ${styles.bottom}`}>
            <Button
              variant="default"
              disabled={currentIndex === 0}
              leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
              onClick={() => goTo(currentIndex - 1)}
            >
              {i18n.t('Prev')}
            </Button>
            {canVerify && (
              <Button className="min-w-140 max-36:min-w-0" onClick={engine.verify}>
                {i18n.t('Verify')}
              </Button>
            )}
            {isLast ? (
              <Button variant={canVerify ? 'default' : 'filled'} disabled={view.isTakenOver} onClick={finish}>
                {i18n.t('Finish')}
              </Button>
            ) : (
              <Button
                variant={isOver ? 'filled' : 'default'}
                rightSection={<IconArrowRight size={20} aria-hidden="true" />}
                onClick={() => goTo(currentIndex + 1)}
              >
                {i18n.t('Next')}
              </Button>
            )}
          </div>
        }
      >
        {!view.isTakenOver && payload.adaptive && questions.length < payload.adaptive.count && currentIndex === 0 && (
          <p className={`text-14 text-ink-soft ${styles.short}`}>
            <Trans
              id="This topic has {count, plural, one {# question} other {# questions}}. <0>Practise the chapter</0> for more."
              components={{ 0: <Link {...back.link} /> }}
              values={{ count: questions.length }}
            />
          </p>
        )}
        {view.isTakenOver && <TakenOver noun="practice" onTakeBack={onReopen} />}
        {question && (
          <LanguagesContext value={languages}>
            <PracticeQuestion
              engine={engine}
              sessionId={test_info.session_id}
              student_id={student.id}
              question={question}
              passage={passage}
              response={response}
              number={currentIndex + 1}
              count={questions.length}
              isOver={isOver}
              isTakenOver={view.isTakenOver}
              bookmarks={bookmarks}
              onList={isWide ? null : () => setSheetOpen(true)}
            />
          </LanguagesContext>
        )}
      </SessionFrame>
      <PracticeDialogs
        student={student}
        engine={engine}
        view={view}
        objectId={test_info.id}
        isPreviousPaper={test_info.session_type === sessionTypes.previous_paper}
        hasUnsentAnswers={hasUnsentAnswers}
        dialog={dialog}
        bookmarks={bookmarks}
        back={isPersonalised ? back : null}
        onClose={() => setDialog(null)}
        onRestarted={onReopen}
      />
    </>
  );
}
