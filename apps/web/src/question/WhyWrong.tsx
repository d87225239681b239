import { getMistakes, setMistakeReason } from '@abhyas/contract/practice/mistakes';
import { getAssignmentReport } from '@abhyas/contract/reports/session-reports';
import { type MissReason, missReasons } from '@abhyas/exam/reports/miss-kind';
import { IconHelpCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { call, OFFLINE_WORDS } from '../platform/call.ts';
import { messageOf } from '../platform/failure.ts';
import { i18n } from '../platform/language.ts';
import { queryClient } from '../platform/queries.ts';
import { hasAccount, useUser } from '../platform/user.ts';
import { toast } from '../ui/toasts.ts';
import styles from './WhyWrong.module.css';

const labels: Record<MissReason, string> = {
  concept: /*i18n*/ 'Concept',
  calculation: /*i18n*/ 'Calculation',
  misread: /*i18n*/ 'Misread',
  guess: /*i18n*/ 'Guess',
};

interface Props {
  question_id: number;
  /** The question's number on this screen. */
  number: number;
  reason: MissReason | null;
}

/** Asks why a question was answered wrongly, or shows the reason that the student gave; pressing the reason again removes it. */
export function WhyWrong({ question_id, number, reason }: Props) {
  const [chosen, setChosen] = useState(reason);
  const [isAsking, setAsking] = useState(false);
  const user = useUser();
  // The mistake book belongs to the account.
  if (!user || !hasAccount(user)) return null;
  const choose = async (next: MissReason | null) => {
    if (!navigator.onLine) {
      toast.error(OFFLINE_WORDS);
      return;
    }
    const before = chosen;
    setChosen(next);
    try {
      await call(setMistakeReason, { question_id, reason: next });
      for (const { route } of [getMistakes, getAssignmentReport])
        void queryClient.invalidateQueries({ queryKey: [route], refetchType: 'none' });
    } catch (failure) {
      setChosen(before);
      toast.error(messageOf(failure));
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-8 my-8 print:hidden!">
      <button
        type="button"
        className={styles.ask}
        data-chosen={chosen !== null || undefined}
        aria-expanded={isAsking}
        aria-label={
          chosen === null
            ? i18n.t('Why was question {number} wrong?', { number })
            : i18n.t('Question {number} was wrong by: {labels}. Change', { number, labels: i18n.t(labels[chosen]) })
        }
        onClick={() => setAsking(!isAsking)}
      >
        <IconHelpCircle size={18} aria-hidden="true" />
        {chosen === null ? i18n.t('Why was it wrong?') : i18n.t(labels[chosen])}
      </button>
      {isAsking && (
        <div className="flex flex-wrap gap-8" role="group" aria-label={i18n.t('Why question {number} was wrong', { number })}>
          {missReasons.map((each) => (
            <button
              key={each}
              type="button"
              className={styles.reason}
              aria-pressed={each === chosen}
              onClick={() => void choose(each === chosen ? null : each)}
            >
              {i18n.t(labels[each])}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
