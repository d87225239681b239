import type { PaletteState } from '@abhyas/exam/tests/display';
import { Button } from '@mantine/core';
import { i18n } from '../../platform/language.ts';
import { Dialog } from '../../ui/Dialog.tsx';
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
  /** A sentence on what happens after the end of this test. */
  afterEnd: string;
  /** Number of the question with an unsaved selection, in an exam-exact test; null without one. */
  unsavedQuestion: number | null;
  /** A warning about unsent answers; null when the server has every answer. */
  unsentWarning: string | null;
  /** False while another tab or device is the writer. */
  canEnd: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** Leaves without ending the test. */
  onLeave: () => void;
  leaveLabel: string;
}

/** Shows the number of questions in each state, by subject, before a test is ended. */
export function FinishModal(props: FinishModalProps) {
  const { title, subjects, timeLeft, afterEnd, unsavedQuestion, unsentWarning, canEnd, onClose, onConfirm, onLeave, leaveLabel } = props;
  const total = (state: PaletteState) => subjects.reduce((sum, { counts }) => sum + counts[state], 0);
  const all = states.reduce((sum, state) => sum + total(state), 0);
  const open = total('not_answered') + total('not_visited') + total('marked');
  return (
    <Dialog opened onClose={onClose} title={title} classNames={{ content: 'flex flex-col', body: styles.body ?? '' }}>
      <div className={styles.scroll} role="region" aria-label={i18n.t('Summary')} tabIndex={0}>
        <p className="mb-12 leading-text">
          <strong>
            {open === 0
              ? i18n.t('Every question is answered.')
              : i18n.t('{open, plural, one {# question has} other {# questions have}} no answer yet.', { open })}
          </strong>{' '}
          {i18n.t('{time} left.', { time: formatLongDuration(timeLeft < 60 ? timeLeft : Math.floor(timeLeft / 60) * 60) })} {afterEnd}
        </p>
        {unsavedQuestion !== null && (
          <p className="mb-12 px-12 py-8 rounded-control bg-warning-soft text-14 leading-heading">
            {i18n.t('Your choice at question {unsavedQuestion} is not saved and does not count.', { unsavedQuestion })}
          </p>
        )}
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">{i18n.t('Subject')}</span>
              </th>
              {states.map((state) => (
                <th key={state} scope="col" title={i18n.t(legendLabels[state])}>
                  <StatusIcon status={state} size="legend" />
                  <span className="unseen">{i18n.t(legendLabels[state])}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {subjects.map(({ name, counts }) => (
              <tr key={name}>
                <th scope="row">
                  <Dot color={subjectColor(name)} />
                  {i18n.t(name)}
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
                <th scope="row">{i18n.t('Total of {all}', { all })}</th>
                {states.map((state) => (
                  <td key={state}>{total(state)}</td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
        <ul
          className={`${styles.legend} grid grid-cols-[auto_auto] justify-start gap-x-16 gap-y-6 mt-8 mb-4 text-13 text-ink-soft`}
          aria-hidden="true"
        >
          {states.map((state) => (
            <li key={state}>
              <StatusIcon status={state} size="legend" />
              {i18n.t(legendLabels[state])}
              {state === 'answered_marked' && ` (${i18n.t('counts')})`}
            </li>
          ))}
        </ul>
      </div>
      <div className="sticky bottom-0 pt-12 pb-8 bg-surface">
        {unsentWarning !== null && (
          <p className="mb-12 px-12 py-8 rounded-control bg-warning-soft text-14 leading-heading">{unsentWarning}</p>
        )}
        <div className={`grid gap-8 ${styles.actions}`}>
          <Button size="md" onClick={onClose} data-autofocus>
            {i18n.t('Back to the test')}
          </Button>
          <Button size="md" variant="default" disabled={!canEnd} onClick={onConfirm}>
            {i18n.t('End Test')}
          </Button>
        </div>
        <Button variant="subtle" fullWidth onClick={onLeave}>
          {leaveLabel}
        </Button>
      </div>
    </Dialog>
  );
}
