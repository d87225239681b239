import { Button, Group } from '@mantine/core';
import { i18n } from '../platform/language.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { IconHelpCircle, IconRepeat } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Bookmarks } from './useBookmarks.ts';

/** Asks for the tag of a new bookmark. */
export function BookmarkTypeModal({ bookmarks }: { bookmarks: Bookmarks | null }) {
  return bookmarks?.isAsking ? <Choice choose={bookmarks.choose} cancel={bookmarks.cancel} /> : null;
}

function Choice({ choose, cancel }: Pick<Bookmarks, 'choose' | 'cancel'>) {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
  return (
    <Dialog opened onClose={cancel} title={i18n.t('Choose Bookmark Type')} size={400}>
      <Group grow>
        <Button variant="default" leftSection={<IconRepeat size={20} aria-hidden="true" />} onClick={() => choose('Revise')} data-autofocus>
          {i18n.t('Revise')}
        </Button>
        <Button variant="default" leftSection={<IconHelpCircle size={20} aria-hidden="true" />} onClick={() => choose('Doubts')}>
          {i18n.t('Doubts')}
        </Button>
      </Group>
    </Dialog>
  );
}
