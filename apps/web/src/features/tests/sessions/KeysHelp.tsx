import { Modal } from '@mantine/core';
import { testKeys } from '../../../session/screen/test-keys.ts';
import styles from './KeysHelp.module.css';

/** The keys of the test screen. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keys" size={480}>
      <dl className={styles.keys}>
        {testKeys.map(({ names, meaning }) => (
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
