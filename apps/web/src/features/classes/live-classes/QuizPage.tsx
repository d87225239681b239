import { getQuizQuestionData } from '@abhyas/contract/classes/live-quiz';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { i18n } from '../../../platform/language.ts';
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
        <Link to="/virtual_meeting" className={`${layoutStyles.square44} ${styles.back}`} aria-label={i18n.t('Back to Live Classes')}>
          <IconArrowLeft size={22} aria-hidden />
        </Link>
        <div className={`${layoutStyles.fill} ${styles.name}`}>
          <PageTitle inPage windowTitle={i18n.t('Live quiz')}>
            {state.data?.title ?? i18n.t('Live quiz')}
          </PageTitle>
        </div>
        {state.data && !state.data.recorded && <span className={`${text.softFigure} ${styles.when}`}>{i18n.t('Live quiz')}</span>}
      </header>
      <main className={styles.quizAlone}>
        <QuizPanel key={id} meetingId={Number(id)} />
      </main>
    </div>
  );
}
