import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { i18n } from '../../../platform/language.ts';
import layout from '../../../ui/layout.module.css';
import classes from './BookmarksPage.module.css';

function subscribe(onChange: () => void): () => void {
  addEventListener('scroll', onChange, { passive: true });
  return () => removeEventListener('scroll', onChange);
}

/** A button back to the top, shown more than a screen below it. */
export function ScrollToTop() {
  const isFarDown = useSyncExternalStore(subscribe, () => scrollY > innerHeight);
  if (!isFarDown) return null;
  const scroll = () => {
    scrollTo({ top: 0 });
    // The button disappears, so the keyboard focus moves to the top too.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <Button
      className={`${layout.onScreen} ${classes.toTop}`}
      variant="default"
      leftSection={<IconArrowUp size={20} aria-hidden="true" />}
      onClick={scroll}
    >
      {i18n.t('Scroll To Top')}
    </Button>
  );
}
