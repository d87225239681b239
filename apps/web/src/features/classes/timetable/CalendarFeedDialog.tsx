import { createCalendarFeed, getCalendarFeed, revokeCalendarFeed } from '@abhyas/contract/classes/timetable';
import { Button, CopyButton, Skeleton, TextInput } from '@mantine/core';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { formatDate } from '../../../ui/format.ts';
import layoutStyles from '../../../ui/layout.module.css';
import { Loaded } from '../../../ui/Loaded.tsx';
import textStyles from '../../../ui/text.module.css';

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
    <Dialog opened onClose={onClose} title="Calendar feed">
      <div className={layoutStyles.stack16}>
        <p>
          Your classes in the calendar of your phone, updated automatically. Anybody with the address can read your classes, and nothing
          else.
        </p>
        <Loaded query={feed} skeleton={<Skeleton height={44} />}>
          {({ created_at }) => (
            <>
              {address && (
                <>
                  <TextInput label="Address" readOnly value={address} onFocus={({ target }) => target.select()} />
                  <CopyButton value={address}>
                    {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy the address'}</Button>}
                  </CopyButton>
                  <p className={textStyles.soft}>Add it in your calendar as a calendar from an address. It is shown here once.</p>
                </>
              )}
              {!address && created_at !== null && (
                <p className={textStyles.soft}>An address was made on {formatDate(created_at)}. A new one ends it.</p>
              )}
              {!address && (
                <Button loading={create.isPending} onClick={make}>
                  {created_at === null ? 'Make the address' : 'Make a new address'}
                </Button>
              )}
              {created_at !== null && (
                <Button variant="default" loading={revoke.isPending} onClick={end}>
                  End the feed
                </Button>
              )}
              {failure && (
                <p role="alert" className={textStyles.fault}>
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
