import { IconMessageReport, IconMessageReportFilled } from '@tabler/icons-react';
import { lazy, memo, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useUser } from '../platform/user.ts';
import buttons from '../ui/buttons.module.css';
import styles from './ReportButton.module.css';
import { isReported, loadReported, subscribeReported } from './reported-questions.ts';

const ReportModal = lazy(() => import('./ReportModal.tsx'));

interface ReportButtonProps {
  question_id: number;
  /** What the question is called where it stands. */
  number: number;
  /** In a test: nothing is asked of the server before it is pressed. */
  isQuiet?: boolean;
}

/** Reports an error in a question, for students; marked where the student's report of it is still open. */
export const ReportButton = memo(function ReportButton({ question_id, number, isQuiet = false }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isMarked = useSyncExternalStore(subscribeReported, () => isReported(question_id));
  useEffect(() => {
    if (!isQuiet) void loadReported();
  }, [isQuiet]);
  const user = useUser();
  if (user?.type !== 'Student') return null;
  const Icon = isMarked ? IconMessageReportFilled : IconMessageReport;
  return (
    <>
      <button
        type="button"
        className={`${buttons.icon} ${styles.button}`}
        data-marked={isMarked || undefined}
        aria-label={isMarked ? `Question ${number} is reported. Report another error` : `Report an error in question ${number}`}
        title={isMarked ? 'You reported this question' : 'Report an error'}
        onClick={() => setOpen(true)}
      >
        <Icon size={22} aria-hidden="true" />
        {isMarked && <span className={styles.word}>Reported</span>}
      </button>
      {isOpen && (
        <Suspense>
          <ReportModal question_id={question_id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
});
