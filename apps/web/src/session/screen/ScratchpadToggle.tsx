import { IconPencil } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { i18n } from '../../platform/language.ts';
import { createListeners } from '../../platform/listeners.ts';
import buttons from '../../ui/buttons.module.css';
import { onDemand } from '../../ui/on-demand.tsx';
import styles from './Scratchpad.module.css';

const Scratchpad = onDemand(() => import('./Scratchpad.tsx'));

const { subscribe, notify } = createListeners();
/** Whether the scratchpad is open, for every question of this visit. */
let isOpen = false;
/** Whether it was opened by the last press and is not shown yet. */
let isFresh = false;
const useIsOpen = () => useSyncExternalStore(subscribe, () => isOpen);

/** The button beside a question that opens the scratchpad below it. */
export function ScratchpadToggle() {
  const isPressed = useIsOpen();
  const toggle = () => {
    isOpen = !isOpen;
    isFresh = isOpen;
    notify();
  };
  return (
    <button
      type="button"
      className={`${buttons.icon} ${styles.open}`}
      aria-label={i18n.t('Scratchpad')}
      aria-pressed={isPressed}
      title={i18n.t('Scratchpad')}
      onPointerEnter={() => void Scratchpad.preload()}
      onClick={toggle}
    >
      <IconPencil size={22} aria-hidden="true" />
    </button>
  );
}

/** The scratchpad of a question while it is open. */
export function OpenScratchpad(props: { student_id: number; place: string }) {
  return useIsOpen() ? <Opened key={props.place} {...props} /> : null;
}

function Opened(props: { student_id: number; place: string }) {
  const [isByPress] = useState(isFresh);
  useEffect(() => {
    isFresh = false;
  }, []);
  return <Scratchpad {...props} isFresh={isByPress} />;
}
