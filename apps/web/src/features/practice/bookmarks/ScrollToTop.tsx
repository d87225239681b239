import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { i18n } from '../../../platform/language.ts';

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
      className="fixed right-24 bottom-24 z-70 shadow-raised below-62:right-16 below-62:bottom-[calc(76px_+_env(safe-area-inset-bottom))] print:hidden!"
      variant="default"
      leftSection={<IconArrowUp size={20} aria-hidden="true" />}
      onClick={scroll}
    >
      {i18n.t('Scroll To Top')}
    </Button>
  );
}
