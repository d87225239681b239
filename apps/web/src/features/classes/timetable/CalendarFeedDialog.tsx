import { createCalendarFeed, getCalendarFeed, revokeCalendarFeed } from '@abhyas/contract/classes/timetable';
import { Button, CopyButton, Skeleton, TextInput } from '@mantine/core';
import { i18n } from '../../../platform/language.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { formatDate } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';

const refresh = () => queryClient.invalidateQueries({ queryKey: [getCalendarFeed.route] });

/** The address from which a phone's calendar reads the classes; the student can revoke it. */
export function CalendarFeedDialog({ onClose }: { onClose: () => void }) {
  const feed = useCall(getCalendarFeed, {}, { staleTime: 0 });
  const create = useSend(createCalendarFeed, { ownFailures: true });
  const revoke = useSend(revokeCalendarFeed, { ownFailures: true });
  const [address, setAddress] = useState<string | null>(null);
  const failure = create.error ?? revoke.error;
  const make = () =>
    create.mutate(
      {},
      {
        onSuccess: ({ feed_url }) => {
          setAddress(new URL(feed_url, location.origin).href);
          void refresh();
        },
      },
    );
  const end = () =>
    revoke.mutate(
      {},
      {
        onSuccess: () => {
          setAddress(null);
          void refresh();
        },
      },
    );
  return (
    <Dialog opened onClose={onClose} title={i18n.t('Calendar feed')}>
      <div className="grid gap-16">
        <p>
          {i18n.t(
            'Your classes in the calendar of your phone, updated automatically. Anybody with the address can read your classes, and nothing else.',
          )}
        </p>
        <Loaded query={feed} skeleton={<Skeleton height={44} />}>
          {({ created_at }) => (
            <>
              {address && (
                <>
                  <TextInput label={i18n.t('Address')} readOnly value={address} onFocus={({ target }) => target.select()} />
                  <CopyButton value={address}>
                    {({ copied, copy }) => <Button onClick={copy}>{copied ? i18n.t('Copied') : i18n.t('Copy the address')}</Button>}
                  </CopyButton>
                  <p className="text-14 text-ink-soft">
                    {i18n.t('Add it in your calendar as a calendar from an address. It is shown here once.')}
                  </p>
                </>
              )}
              {!address && created_at !== null && (
                <p className="text-14 text-ink-soft">
                  {i18n.t('An address was made on {date}. A new one ends it.', { date: formatDate(created_at) })}
                </p>
              )}
              {!address && (
                <Button loading={create.isPending} onClick={make}>
                  {created_at === null ? i18n.t('Make the address') : i18n.t('Make a new address')}
                </Button>
              )}
              {created_at !== null && (
                <Button variant="default" loading={revoke.isPending} onClick={end}>
                  {i18n.t('End the feed')}
                </Button>
              )}
              {failure && (
                <p role="alert" className="font-medium text-incorrect">
                  {messageOf(failure)}
                </p>
              )}
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}
