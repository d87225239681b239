import type { PaletteState } from '@abhyas/exam/tests/display';
import { Button, Modal } from '@mantine/core';
import { Dot } from '../../ui/Dot.tsx';
import { formatLongDuration } from '../../ui/format.ts';
import { subjectColor } from '../../ui/subject.ts';
import styles from './FinishModal.module.css';
import { StatusIcon } from './StatusIcon.tsx';
import { legendLabels } from './question-status.ts';

export interface SubjectSummary {
  name: string;
  counts: Record<PaletteState, number>;
}

const states: readonly PaletteState[] = ['answered', 'not_answered', 'marked', 'answered_marked', 'not_visited'];

interface FinishModalProps {
  title: string;
  subjects: readonly SubjectSummary[];
  /** Seconds left. */
  timeLeft: number;
  /** What ending means for this test. */
  afterEnd: string;
  /** The question whose selection was not saved, in an exam-exact test. */
  unsavedQuestion: number | null;
  /** What has not reached the server; null when all has. */
  unsentWarning: string | null;
  /** False where another tab or device has the test. */
  canEnd: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** Leaves without ending. */
  onLeave: () => void;
  leaveLabel: string;
}

/** What stands where before a test is ended: per subject, in every state. */
export function FinishModal(props: FinishModalProps) {
  const { title, subjects, timeLeft, afterEnd, unsavedQuestion, unsentWarning, canEnd, onClose, onConfirm, onLeave, leaveLabel } = props;
  const total = (state: PaletteState) => subjects.reduce((sum, { counts }) => sum + counts[state], 0);
  const all = states.reduce((sum, state) => sum + total(state), 0);
  const open = total('not_answered') + total('not_visited') + total('marked');
  return (
    <Modal opened onClose={onClose} title={title} classNames={{ content: styles.content ?? '', body: styles.body ?? '' }}>
      <div className={styles.scroll} role="region" aria-label="Summary" tabIndex={0}>
        <p className={styles.finding}>
          <strong>
            {open === 0 ? 'Every question is answered.' : `${open} ${open === 1 ? 'question has' : 'questions have'} no answer yet.`}
          </strong>{' '}
          {formatLongDuration(timeLeft < 60 ? timeLeft : Math.floor(timeLeft / 60) * 60)} left. {afterEnd}
        </p>
        {unsavedQuestion !== null && (
          <p className={styles.warning}>Your choice at question {unsavedQuestion} is not saved and does not count.</p>
        )}
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <span className={styles.hidden}>Subject</span>
              </th>
              {states.map((state) => (
                <th key={state} scope="col" title={legendLabels[state]}>
                  <StatusIcon status={state} size="legend" />
                  <span className={styles.hidden}>{legendLabels[state]}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {subjects.map(({ name, counts }) => (
              <tr key={name}>
                <th scope="row">
                  <Dot color={subjectColor(name)} />
                  {name}
                </th>
                {states.map((state) => (
                  <td key={state}>{counts[state]}</td>
                ))}
              </tr>
            ))}
          </tbody>
          {subjects.length > 1 && (
            <tfoot>
              <tr>
                <th scope="row">Total of {all}</th>
                {states.map((state) => (
                  <td key={state}>{total(state)}</td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
        <ul className={styles.legend} aria-hidden="true">
          {states.map((state) => (
            <li key={state}>
              <StatusIcon status={state} size="legend" />
              {legendLabels[state]}
              {state === 'answered_marked' && ' (counts)'}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.foot}>
        {unsentWarning !== null && <p className={styles.warning}>{unsentWarning}</p>}
        <div className={styles.actions}>
          <Button size="md" onClick={onClose} data-autofocus>
            Back to the test
          </Button>
          <Button size="md" variant="default" disabled={!canEnd} onClick={onConfirm}>
            End Test
          </Button>
        </div>
        <Button variant="subtle" fullWidth onClick={onLeave}>
          {leaveLabel}
        </Button>
      </div>
    </Modal>
  );
}
