import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconCrown, IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { OFFLINE_WORDS } from '../../platform/call.ts';
import type { User } from '../../platform/user.ts';
import { toast } from '../../ui/toasts.ts';
import classes from './ProfileMenu.module.css';

const LeaveDialog = lazy(() => import('./LeaveDialog.tsx'));

const schemes: readonly (readonly [MantineColorScheme, string])[] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'Device'],
];

/** First letters of the first and last name. */
const initialsOf = (name: string) =>
  name
    .trim()
    .split(/\s+/)
    .filter((_word, index, words) => index === 0 || index === words.length - 1)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');

/** Who is signed in, the colour scheme, and the way out. A popover of the browser: Escape and a press outside close it. */
export function ProfileMenu({ user }: { user: User }) {
  const [isLeaving, setLeaving] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = user.name ?? 'User';

  function leave() {
    panel.current?.hidePopover();
    if (navigator.onLine) setLeaving(true);
    else toast.error(OFFLINE_WORDS);
  }

  return (
    <>
      <button type="button" className={classes.button} popoverTarget="profile" aria-label={`Profile of ${name}`}>
        {initialsOf(name)}
      </button>
      <div ref={panel} id="profile" popover="auto" className={classes.panel}>
        <p className={classes.name}>{name}</p>
        {user.phone && <p className={classes.phone}>+91 {user.phone}</p>}
        <fieldset className={classes.schemes}>
          <legend>Colour scheme</legend>
          {schemes.map(([value, label]) => (
            <label key={value}>
              <input type="radio" name="colour-scheme" checked={colorScheme === value} onChange={() => setColorScheme(value)} />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        {user.type === 'Student' && !user.has_only_test_board_access && (
          <Link to="/payment" className={classes.item} onClick={() => panel.current?.hidePopover()}>
            <IconCrown size={20} aria-hidden />
            Premium
          </Link>
        )}
        <button type="button" className={classes.item} onClick={leave}>
          <IconLogout size={20} aria-hidden />
          Logout
        </button>
      </div>
      {isLeaving && (
        <Suspense>
          <LeaveDialog studentId={user.id} onStay={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}
