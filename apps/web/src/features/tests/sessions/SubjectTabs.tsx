import { memo } from 'react';
import { i18n } from '../../../platform/language.ts';
import { StatusIcon } from '../../../session/screen/StatusIcon.tsx';
import { type QuestionStatus, legendLabels } from '../../../session/screen/question-status.ts';
import { Dot } from '../../../ui/Dot.tsx';
import { subjectColor } from '../../../ui/subject.ts';
import styles from './SubjectTabs.module.css';

export interface SubjectTab {
  name: string;
  /** The question to which a press leads. */
  firstIndex: number;
  /** How many of all questions are answered or correct. Used if there is no room for every state. */
  brief: string;
  /** Questions in each state. */
  counts: readonly { status: QuestionStatus; count: number }[];
}

interface SubjectTabsProps {
  tabs: readonly SubjectTab[];
  current: string;
  onGo: (index: number) => void;
}

/** The subjects of a paper, each with the number of its questions in each state. */
export const SubjectTabs = memo(function SubjectTabs({ tabs, current, onGo }: SubjectTabsProps) {
  return (
    <nav className="flex min-w-0 strip min-64:gap-16 min-64:px-12" aria-label={i18n.t('Subjects')}>
      {tabs.map(({ name, firstIndex, brief, counts }) => (
        <button
          key={name}
          type="button"
          className={`grid gap-4 text-14 text-ink-soft ${styles.tab}`}
          aria-current={name === current ? 'true' : undefined}
          onClick={() => onGo(firstIndex)}
        >
          <span className="font-semibold whitespace-nowrap">
            <Dot color={subjectColor(name)} />
            {i18n.t(name)}
          </span>
          <span className="text-12 tabular min-64:hidden" aria-hidden="true">
            {brief}
          </span>
          <span className={styles.counts}>
            {counts.map(({ status, count }) => (
              <span key={status} className={`flex items-center gap-5 text-12 tabular ${styles.count}`} title={i18n.t(legendLabels[status])}>
                <StatusIcon status={status} size="legend" />
                <span className="unseen">{i18n.t(legendLabels[status])} </span>
                {count}
              </span>
            ))}
          </span>
        </button>
      ))}
    </nav>
  );
});
