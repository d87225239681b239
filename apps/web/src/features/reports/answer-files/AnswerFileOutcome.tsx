import { objectTypes } from '@abhyas/contract/bank/catalogue';
import type { Answer } from '@abhyas/contract/endpoint';
import type { sendAnswerFile } from '@abhyas/contract/reports/answer-files';
import { Problem, type ProblemCode } from '@abhyas/contract/problem';
import type { ReactNode } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { i18n, translated } from '../../../platform/language.ts';
import { ReportLink } from '../../../session/screen/ReportLink.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import classes from './AnswerFilePage.module.css';

/** Advice for refusals whose own message gives none. */
const advice: Partial<Record<ProblemCode, string>> = {
  damaged_file:
    /*i18n*/ 'Check that you are signed in as the student who took the test, and choose the file exactly as the device saved it.',
  session_finished: /*i18n*/ 'Every answer that reached the server in time counts.',
  invalid_input: /*i18n*/ 'An answer file is much smaller than this. Check that you chose the right one.',
  too_large: /*i18n*/ 'An answer file is much smaller than this. Check that you chose the right one.',
};

/** Whether the failure means that the server has the answers, or takes no more of them, so that nothing is wrong with the file. */
const isSafe = (failure: Error) => failure instanceof Problem && (failure.code === 'received_late' || failure.code === 'session_finished');

interface Props {
  answer: Answer<typeof sendAnswerFile> | undefined;
  failure: Error | null;
  isUnreadable: boolean;
}

/** The outcome of a sent answer file, in words. */
export function AnswerFileOutcome({ answer, failure, isUnreadable }: Props) {
  if (isUnreadable) return <OutcomeMessage kind="failed">{i18n.t('The file could not be read. Choose it again.')}</OutcomeMessage>;
  if (failure) {
    const more = failure instanceof Problem ? advice[failure.code] : undefined;
    return (
      <OutcomeMessage kind={isSafe(failure) ? 'kept' : 'failed'}>
        {messageOf(failure)} {more && i18n.t(more)}
      </OutcomeMessage>
    );
  }
  if (!answer) return null;
  const isAssignment = answer.object_type === objectTypes.assignment;
  return (
    <OutcomeMessage kind="taken">
      {translated(answer.message)}
      {answer.session_status === 'COMPLETE' ? (
        <ReportLink id={answer.paper_id} isAssignment={isAssignment} variant="light" />
      ) : (
        <ButtonLink to={isAssignment ? '/assignment/$id' : '/test/$id'} params={{ id: String(answer.paper_id) }} variant="light">
          {i18n.t('Continue the test')}
        </ButtonLink>
      )}
    </OutcomeMessage>
  );
}

function OutcomeMessage({ kind, children }: { kind: 'taken' | 'kept' | 'failed'; children: ReactNode }) {
  return (
    <div
      className={`flex flex-wrap items-center justify-between ${classes.outcome}`}
      data-kind={kind}
      role={kind === 'failed' ? 'alert' : 'status'}
    >
      {children}
    </div>
  );
}
