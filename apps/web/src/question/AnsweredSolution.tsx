import { getDoubtsOfQuestion } from '@abhyas/contract/practice/doubts';
import { Trans } from '@lingui/react';
import { Button } from '@mantine/core';
import { messageOf } from '../platform/failure.ts';
import { i18n } from '../platform/language.ts';
import { useCall } from '../platform/queries.ts';
import { useUser } from '../platform/user.ts';
import { AskButton } from './AskButton.tsx';
import { DoubtAnswer } from './DoubtAnswer.tsx';
import { Maths } from './Maths.tsx';
import { isWithheld, type QuestionContent } from './question-content.ts';
import { Solution } from './Solution.tsx';

interface Props {
  question: QuestionContent;
  /** Whether the solution is shown. */
  isShown: boolean;
  onToggle: () => void;
  /** Whether the steps of the solution open one by one. */
  isStepwise?: boolean;
}

/** The solution of a question, a button to ask about it and, below the open solution, what the institute's teachers answered to others. */
export function AnsweredSolution({ question, isShown, onToggle, isStepwise = false }: Props) {
  const ask = isWithheld(question) ? null : <AskButton question_id={question.id} />;
  return (
    <Solution question={question} isShown={isShown} onToggle={onToggle} beside={ask} isStepwise={isStepwise}>
      {isShown && <TeacherAnswers question_id={question.id} />}
    </Solution>
  );
}

function TeacherAnswers({ question_id }: { question_id: number }) {
  const user = useUser();
  const isMember = user?.type === 'Student' && user.institute_id !== null;
  const doubts = useCall(getDoubtsOfQuestion, { id: question_id }, { enabled: isMember, ownFailures: true });
  if (doubts.error && !doubts.data)
    return (
      <p className="flex flex-wrap items-center text-14 text-ink-soft" role="status">
        <Trans
          id="The answers of your teachers were not loaded. {error}<0>Try again</0>"
          components={{
            0: <Button variant="subtle" size="compact-md" loading={doubts.isFetching} onClick={() => void doubts.refetch()} />,
          }}
          values={{ error: messageOf(doubts.error) }}
        />
      </p>
    );
  const shown = doubts.data?.shown ?? [];
  if (shown.length === 0) return null;
  return (
    <section className="grid gap-16 p-16 border border-line rounded-card" aria-label={i18n.t('Answers of your teachers')}>
      <h3 className="text-14 font-semibold">{i18n.t('Doubts of other students, answered by your teachers')}</h3>
      {shown.map(({ id, doubt_text, answer }) => (
        <div key={id} className="grid gap-8">
          <Maths text={doubt_text} />
          <DoubtAnswer answer={answer} />
        </div>
      ))}
    </section>
  );
}
