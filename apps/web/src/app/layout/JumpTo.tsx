import { i18n } from '../../platform/language.ts';
import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { User } from '../../platform/user.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import type { MenuGroup } from './menu.ts';
import classes from './JumpTo.module.css';

const JumpDialog = onDemand(() => import('./JumpDialog.tsx'), { close: ({ onClose }) => onClose() });

/** The button, and Ctrl K, that open the search over screens, chapters, tests and students. */
export function JumpTo({ user, menu }: { user: User; menu: readonly MenuGroup[] }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <Button
        variant="default"
        className={`print:hidden! ${classes.button}`}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={<kbd>{i18n.t('Ctrl K')}</kbd>}
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
      >
        {i18n.t('Go to')}
      </Button>
      {isOpen && <JumpDialog user={user} menu={menu} onClose={() => setOpen(false)} />}
    </>
  );
}
