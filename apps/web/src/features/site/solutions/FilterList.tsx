import { i18n, named } from '../../../platform/language.ts';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './Filters.module.css';

export interface Choice {
  id: number;
  name: string;
}

interface Props {
  /** 'Search chapters'. */
  searchLabel: string;
  choices: readonly Choice[];
  chosenId: number | undefined;
  /** The text that is shown if there is nothing to choose yet. */
  empty: string;
  /** Whether the list fills the whole page. */
  isPage?: boolean;
  onChoose: (id: number) => void;
}

/** Chooses one entry of a list; the text typed above it filters the list. */
export function FilterList({ searchLabel, choices, chosenId, empty, isPage = false, onChoose }: Props) {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const shown = choices.filter(({ name }) => [name, named(name)].some((one) => one.toLowerCase().includes(wanted)));
  if (choices.length === 0) return <p className="p-12 text-14 text-ink-soft">{empty}</p>;
  return (
    <div
      className={`${classes.list} mt-4 overflow-hidden border border-line rounded-control bg-surface data-page:self-start data-page:my-8`}
      data-page={isPage || undefined}
    >
      <label className={`flex items-center gap-8 px-12 border-b border-line text-ink-soft ${classes.listSearch}`}>
        <IconSearch size={18} aria-hidden />
        <input
          type="search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={typed}
          maxLength={100}
          autoComplete="off"
          // The field has the focus, because the list was opened to be searched, but not on a phone, whose keyboard would cover the list.
          autoFocus={!isPage}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
      </label>
      <ul className={classes.choices}>
        {shown.map(({ id, name }) => (
          <li key={id}>
            <button type="button" aria-pressed={id === chosenId} onClick={() => onChoose(id)}>
              <span>{named(name)}</span>
              {id === chosenId && <IconCheck size={18} aria-hidden />}
            </button>
          </li>
        ))}
        {shown.length === 0 && <li className="p-12 text-14 text-ink-soft">{i18n.t('No matches')}</li>}
      </ul>
    </div>
  );
}
