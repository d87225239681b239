import { i18n } from '../../../../platform/language.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { testKeys } from '../../../../session/screen/test-keys.ts';
import styles from './KeysHelp.module.css';

/** The keys of the test screen. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={i18n.t('Keys')} size={480}>
      <dl className="grid gap-12">
        {testKeys.map(({ names, meaning }) => (
          <div key={meaning} className="grid grid-cols-[120px_1fr] items-center gap-16">
            <dt className="flex gap-6">
              {names.map((name) => (
                <kbd key={name} className={styles.key}>
                  {name}
                </kbd>
              ))}
            </dt>
            <dd>{i18n.t(meaning)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
