import { IconMessageReport, IconMessageReportFilled } from '@tabler/icons-react';
import { memo, useEffect, useState, useSyncExternalStore } from 'react';
import { i18n } from '../platform/language.ts';
import { hasAccount, useUser } from '../platform/user.ts';
import buttons from '../ui/buttons.module.css';
import styles from './ReportButton.module.css';
import { isReported, loadReported, subscribeReported } from './reported-questions.ts';
import { onDemand } from '../ui/on-demand.tsx';

const ReportModal = onDemand(() => import('./ReportModal.tsx'), { close: ({ onClose }) => onClose() });

/** Fetches the dialog ahead of its first use. */
export const preloadReport = ReportModal.preload;

interface ReportButtonProps {
  question_id: number;
  /** The question's number on this screen. */
  number: number;
  /** Whether the server is not called before the button is pressed, as in a test. */
  isQuiet?: boolean;
}

/** Reports an error in a question, for students with an account. The button is marked while the student's report is open. */
export const ReportButton = memo(function ReportButton({ question_id, number, isQuiet = false }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isMarked = useSyncExternalStore(subscribeReported, () => isReported(question_id));
  const user = useUser();
  const mayReport = user?.type === 'Student' && hasAccount(user);
  useEffect(() => {
    if (!isQuiet && mayReport) void loadReported();
  }, [isQuiet, mayReport]);
  if (!mayReport) return null;
  const Icon = isMarked ? IconMessageReportFilled : IconMessageReport;
  return (
    <>
      <button
        type="button"
        className={`${buttons.icon} ${styles.button}`}
        data-marked={isMarked || undefined}
        aria-label={
          isMarked
            ? i18n.t('Question {number} is reported. Report another error', { number })
            : i18n.t('Report an error in question {number}', { number })
        }
        title={isMarked ? i18n.t('You reported this question') : i18n.t('Report an error')}
        onClick={() => setOpen(true)}
      >
        <Icon size={22} aria-hidden="true" />
        {isMarked && <span className="text-12 max-36:hidden">{i18n.t('Reported')}</span>}
      </button>
      {isOpen && <ReportModal question_id={question_id} onClose={() => setOpen(false)} />}
    </>
  );
});
