import { i18n } from '../../platform/language.ts';
import { TextInput } from '@mantine/core';
import { Dialog } from '../../ui/Dialog.tsx';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import type { User } from '../../platform/user.ts';
import rows from '../../ui/rows.module.css';
import { contentPlaces, findPlaces, findsStudents, type Place, screensOf, studentPlaces } from './jump-places.ts';
import type { MenuGroup } from './menu.ts';
import classes from './JumpTo.module.css';

const SEARCH_MS = 250;
const LEAST_LETTERS = 2;

interface Props {
  user: User;
  menu: readonly MenuGroup[];
  onClose: () => void;
}

/** Finds a screen, chapter, test or student by its name; arrows choose, Enter opens. */
export default function JumpDialog({ user, menu, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const [searched] = useDebouncedValue(typed.trim(), SEARCH_MS);
  const navigate = useNavigate();
  const content = useQuery({ queryKey: ['jump', user.id], queryFn: () => contentPlaces(user), meta: { ownFailures: true } });
  const asksStudents = findsStudents(user) && searched.length >= LEAST_LETTERS;
  const students = useQuery({
    queryKey: ['jump', user.id, searched],
    queryFn: () => studentPlaces(searched),
    enabled: asksStudents,
    placeholderData: keepPreviousData,
    meta: { ownFailures: true },
  });
  const found = [
    ...findPlaces([...screensOf(menu), ...(typed.trim() === '' ? [] : (content.data ?? []))], typed),
    ...(asksStudents && typed.trim() !== '' ? (students.data ?? []) : []),
  ];
  const active = Math.min(chosen, found.length - 1);
  const first = found[active];
  const isLooking = content.isPending || (asksStudents && students.isFetching);
  const open = (place: Place) => {
    onClose();
    void navigate(place.link);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setChosen((active + step + found.length) % found.length);
    }
    if (event.key === 'Enter' && first) {
      event.preventDefault();
      open(first);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={i18n.t('Go to')} size={560}>
      <TextInput
        data-autofocus
        size="md"
        pt={4}
        aria-label={i18n.t('Name of a screen, chapter, test or student')}
        placeholder={findsStudents(user) ? i18n.t('Screen, test or student') : i18n.t('Screen, chapter or test')}
        maxLength={80}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          setChosen(0);
        }}
        onKeyDown={press}
      />
      {found.length > 0 && (
        <ul className={`${rows.list} ${classes.places}`} aria-label={i18n.t('Places')}>
          {found.map((place, at) => (
            <li key={`${place.label} ${place.detail} ${at}`}>
              <button
                type="button"
                className={`flex items-center justify-between gap-12 hover:bg-accent-soft data-chosen:bg-accent-soft focus-visible:-outline-offset-3 ${classes.place}`}
                data-chosen={at === active || undefined}
                onClick={() => open(place)}
              >
                <span className="flex-1 min-w-0">{place.label}</span>
                <span className="text-14 text-ink-soft">{place.detail}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="mt-12 text-14 text-ink-soft">
        {first
          ? i18n.t('Enter opens {label}.', { label: first.label })
          : isLooking
            ? i18n.t('Looking…')
            : i18n.t('Nothing is called “{typed}”. Try a part of the name.', { typed: typed.trim() })}
      </p>
    </Dialog>
  );
}
