import { memo } from 'react';
import { StatusIcon } from '../../../session/screen/StatusIcon.tsx';
import { type QuestionStatus, legendLabels } from '../../../session/screen/question-status.ts';
import { Dot } from '../../../ui/Dot.tsx';
import { subjectColor } from '../../../ui/subject.ts';
import styles from './SubjectTabs.module.css';

export interface SubjectTab {
  name: string;
  /** Where a press leads. */
  firstIndex: number;
  /** Answered or correct of all, where there is no room for every state. */
  brief: string;
  /** Questions in each state. */
  counts: readonly { status: QuestionStatus; count: number }[];
}

interface SubjectTabsProps {
  tabs: readonly SubjectTab[];
  current: string;
  onGo: (index: number) => void;
}

/** The subjects of a paper, each with how many of its questions stand in each state. */
export const SubjectTabs = memo(function SubjectTabs({ tabs, current, onGo }: SubjectTabsProps) {
  return (
    <nav className={styles.tabs} aria-label="Subjects">
      {tabs.map(({ name, firstIndex, brief, counts }) => (
        <button
          key={name}
          type="button"
          className={styles.tab}
          aria-current={name === current ? 'true' : undefined}
          onClick={() => onGo(firstIndex)}
        >
          <span className={styles.name}>
            <Dot color={subjectColor(name)} />
            {name}
          </span>
          <span className={styles.brief} aria-hidden="true">
            {brief}
          </span>
          <span className={styles.counts}>
            {counts.map(({ status, count }) => (
              <span key={status} className={styles.count} title={legendLabels[status]}>
                <StatusIcon status={status} size="legend" />
                <span className={styles.label}>{legendLabels[status]} </span>
                {count}
              </span>
            ))}
          </span>
        </button>
      ))}
    </nav>
  );
});
