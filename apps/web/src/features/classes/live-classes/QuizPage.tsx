import { getQuizQuestionData } from '@abhyas/contract/classes/live-quiz';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { i18n } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import styles from './ClassRoom.module.css';
import { QuizPanel } from './quiz/QuizPanel.tsx';

/** /attend_quiz/{id}: the quiz of the class {id}, on a separate page. */
export default function QuizPage() {
  const { id } = useParams({ from: '/attend_quiz/$id' });
  const state = useCall(getQuizQuestionData, { id: Number(id) });
  return (
    <div className={`flex flex-col ${styles.room}`}>
      <header className={`flex items-center gap-12 ${styles.head}`}>
        <Link
          to="/virtual_meeting"
          className="grid flex-none place-items-center size-44 text-ink"
          aria-label={i18n.t('Back to Live Classes')}
        >
          <IconArrowLeft size={22} aria-hidden />
        </Link>
        <div className={`flex-1 min-w-0 ${styles.name}`}>
          <PageTitle inPage windowTitle={i18n.t('Live quiz')}>
            {state.data?.title ?? i18n.t('Live quiz')}
          </PageTitle>
        </div>
        {state.data && !state.data.recorded && (
          <span className="flex-none text-14 text-ink-soft tabular max-48:hidden">{i18n.t('Live quiz')}</span>
        )}
      </header>
      <main className="flex-1 w-full max-w-728 min-h-0 mx-auto bg-surface">
        <QuizPanel key={id} meetingId={Number(id)} />
      </main>
    </div>
  );
}
