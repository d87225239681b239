import type { PaletteState } from '@abhyas/exam/display';
import { Button, Modal } from '@mantine/core';
import table from '../../ui/table.module.css';
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
  /** False where another tab or device has the test. */
  canEnd: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** Leaves without ending. */
  onLeave: () => void;
  leaveLabel: string;
}

/** What stands where before a test is ended: per subject, in every state. */
export function FinishModal({ title, subjects, canEnd, onClose, onConfirm, onLeave, leaveLabel }: FinishModalProps) {
  const total = (state: PaletteState) => subjects.reduce((sum, { counts }) => sum + counts[state], 0);
  const open = total('not_answered') + total('not_visited') + total('marked');
  return (
    <Modal opened onClose={onClose} title={title}>
      <p className={styles.finding}>
        {open === 0 ? 'Every question is answered.' : `${open} ${open === 1 ? 'question has' : 'questions have'} no answer yet.`} After you
        end the test you cannot come back to it.
      </p>
      <div className={table.scroll}>
        <table className={`${table.table} ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">State</th>
              {subjects.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              {subjects.length > 1 && <th scope="col">Total</th>}
            </tr>
          </thead>
          <tbody>
            {states.map((state) => (
              <tr key={state}>
                <th scope="row">
                  <span className={styles.state}>
                    <StatusIcon status={state} size="legend" />
                    {legendLabels[state]}
                  </span>
                </th>
                {subjects.map(({ name, counts }) => (
                  <td key={name}>{counts[state]}</td>
                ))}
                {subjects.length > 1 && <td className={styles.total}>{total(state)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total('answered_marked') > 0 && (
        <p className={styles.note}>Answered questions that are marked for review are marked like every other.</p>
      )}
      <div className={styles.actions}>
        <Button variant="subtle" className={styles.leave} onClick={onLeave}>
          {leaveLabel}
        </Button>
        <Button variant="default" onClick={onClose} data-autofocus>
          Back to the test
        </Button>
        <Button disabled={!canEnd} onClick={onConfirm}>
          End Test
        </Button>
      </div>
    </Modal>
  );
}
