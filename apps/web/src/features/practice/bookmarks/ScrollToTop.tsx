import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import classes from './BookmarksPage.module.css';

function subscribe(onChange: () => void): () => void {
  addEventListener('scroll', onChange, { passive: true });
  return () => removeEventListener('scroll', onChange);
}

/** Leads back to the top from more than a screen below it. */
export function ScrollToTop() {
  const isFarDown = useSyncExternalStore(subscribe, () => scrollY > innerHeight);
  if (!isFarDown) return null;
  const scroll = () => {
    scrollTo({ top: 0 });
    // The button goes; whoever used the keyboard goes on from the top too.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <Button className={classes.toTop} variant="default" leftSection={<IconArrowUp size={20} aria-hidden="true" />} onClick={scroll}>
      Scroll To Top
    </Button>
  );
}
