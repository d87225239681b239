import { MOST_SEARCH_TEXT } from '@abhyas/contract/bank/search-text';
import { Button } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './SolutionsPage.module.css';

const DEBOUNCE = 500;

interface Props {
  /** What is searched now. */
  text: string;
  onSearch: (text: string) => void;
}

/** What is typed is searched after half a second without a key; Enter and the button search at once. */
export function SearchField({ text, onSearch }: Props) {
  const [typed, setTyped] = useState(text);
  const [searched, setSearched] = useState(text);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  }, [onSearch]);
  // The address changed by other means than this field: a link, or the way back.
  if (text !== searched) {
    setSearched(text);
    if (text !== typed.trim()) setTyped(text);
  }
  useEffect(() => () => clearTimeout(waiting.current), []);

  const searchNow = (value: string) => {
    clearTimeout(waiting.current);
    search.current(value.trim());
  };
  const type = (value: string) => {
    setTyped(value);
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => search.current(value.trim()), value.trim() === '' ? 0 : DEBOUNCE);
  };
  return (
    <form
      role="search"
      className={classes.search}
      onSubmit={(event) => {
        event.preventDefault();
        searchNow(typed);
      }}
    >
      <div className={classes.searchField}>
        <IconSearch size={22} aria-hidden />
        <input
          ref={field}
          type="search"
          name="search_question_text"
          aria-label="Search Questions"
          placeholder="Search Questions"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MOST_SEARCH_TEXT}
          // The page is for searching: nothing else is begun here.
          autoFocus
          value={typed}
          onChange={({ currentTarget: { value } }) => type(value)}
        />
        {typed !== '' && (
          <button
            type="button"
            aria-label="Clear the search"
            onClick={() => {
              type('');
              field.current?.focus();
            }}
          >
            <IconX size={20} aria-hidden />
          </button>
        )}
      </div>
      <Button type="submit" size="md" h={52} className={classes.searchButton}>
        Search
      </Button>
    </form>
  );
}
