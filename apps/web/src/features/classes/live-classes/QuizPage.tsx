import { getQuizQuestionData } from '@abhyas/contract/classes/live-quiz';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useCall } from '../../../platform/queries.ts';
import layoutStyles from '../../../ui/layout.module.css';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import text from '../../../ui/text.module.css';
import styles from './ClassRoom.module.css';
import { QuizPanel } from './quiz/QuizPanel.tsx';

/** /attend_quiz/{id}: the quiz of the class {id}, on a separate page. */
export default function QuizPage() {
  const { id } = useParams({ from: '/attend_quiz/$id' });
  const state = useCall(getQuizQuestionData, { id: Number(id) });
  return (
    <div className={`${layoutStyles.column} ${styles.room}`}>
      <header className={`${layoutStyles.row12} ${styles.head}`}>
        <Link to="/virtual_meeting" className={`${layoutStyles.square44} ${styles.back}`} aria-label="Back to Live Classes">
          <IconArrowLeft size={22} aria-hidden />
        </Link>
        <div className={`${layoutStyles.fill} ${styles.name}`}>
          <PageTitle inPage windowTitle="Live quiz">
            {state.data?.title ?? 'Live quiz'}
          </PageTitle>
        </div>
        {state.data && !state.data.recorded && <span className={`${text.softFigure} ${styles.when}`}>Live quiz</span>}
      </header>
      <main className={styles.quizAlone}>
        <QuizPanel key={id} meetingId={Number(id)} />
      </main>
    </div>
  );
}
