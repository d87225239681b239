import { Modal } from '@mantine/core';
import styles from './KeysHelp.module.css';

const keys: readonly [string[], string][] = [
  [['1–4', 'A–D'], 'Choose an option; again, take it back'],
  [['0–9', '.', '−'], 'Type a numerical answer'],
  [['←', '→'], 'Previous, next question'],
  [['M'], 'Mark for review, or take the mark away'],
  [['C'], 'Clear the response (with none given: option C)'],
  [['P'], 'Question palette'],
  [['?'], 'This list'],
];

/** The keys of the test screen. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keys" size={480}>
      <dl className={styles.keys}>
        {keys.map(([names, meaning]) => (
          <div key={meaning} className={styles.row}>
            <dt className={styles.names}>
              {names.map((name) => (
                <kbd key={name} className={styles.key}>
                  {name}
                </kbd>
              ))}
            </dt>
            <dd className={styles.meaning}>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
