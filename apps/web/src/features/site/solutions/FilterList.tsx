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
  /** What stands where there is nothing to choose yet. */
  empty: string;
  /** The whole page is this list. */
  isPage?: boolean;
  onChoose: (id: number) => void;
}

/** A list to choose one of, narrowed by what is typed above it. */
export function FilterList({ searchLabel, choices, chosenId, empty, isPage = false, onChoose }: Props) {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const shown = choices.filter(({ name }) => name.toLowerCase().includes(wanted));
  if (choices.length === 0) return <p className={classes.none}>{empty}</p>;
  return (
    <div className={classes.list} data-page={isPage || undefined}>
      <label className={classes.listSearch}>
        <IconSearch size={18} aria-hidden />
        <input
          type="search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={typed}
          maxLength={100}
          autoComplete="off"
          // The list was opened to be searched; on a phone the keyboard would cover it.
          autoFocus={!isPage}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
      </label>
      <ul className={classes.choices}>
        {shown.map(({ id, name }) => (
          <li key={id}>
            <button type="button" aria-pressed={id === chosenId} onClick={() => onChoose(id)}>
              <span>{name}</span>
              {id === chosenId && <IconCheck size={18} aria-hidden />}
            </button>
          </li>
        ))}
        {shown.length === 0 && <li className={classes.none}>No matches</li>}
      </ul>
    </div>
  );
}
