import { i18n } from '../../../platform/language.ts';
import { MOST_SEARCH_TEXT } from '@abhyas/contract/bank/search-text';
import { Button } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import classes from './SolutionsPage.module.css';

const DEBOUNCE = 500;

interface Props {
  /** The text of the present search. */
  text: string;
  onSearch: (text: string) => void;
}

/** The search field. A typed text is searched after half a second without a key; Enter and the button search at once. */
export function SearchField({ text, onSearch }: Props) {
  const [typed, setTyped] = useState(text);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  }, [onSearch]);
  // A link or Back changes the address without this field.
  const follow = useEffectEvent((address: string) => setTyped((before) => (before.trim() === address ? before : address)));
  // oxlint-disable-next-line react/set-state-in-effect -- because the address lies outside React and changes without an event here
  useEffect(() => follow(text), [text]);
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
      className="flex gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        searchNow(typed);
      }}
    >
      <div
        className={`flex flex-1 items-center gap-12 min-w-0 border border-line-strong rounded-control bg-surface ${classes.searchField}`}
      >
        <IconSearch size={22} aria-hidden />
        <input
          ref={field}
          type="search"
          name="search_question_text"
          aria-label={i18n.t('Search Questions')}
          placeholder={i18n.t('Search Questions')}
          autoComplete="off"
          // not translated: a word of HTML
          enterKeyHint="search"
          maxLength={MOST_SEARCH_TEXT}
          // The field takes the focus, because the page is for searching.
          autoFocus
          value={typed}
          onChange={({ currentTarget: { value } }) => type(value)}
        />
        {typed !== '' && (
          <button
            type="button"
            aria-label={i18n.t('Clear the search')}
            onClick={() => {
              type('');
              field.current?.focus();
            }}
          >
            <IconX size={20} aria-hidden />
          </button>
        )}
      </div>
      <Button type="submit" size="md" h={52} className="max-36:hidden">
        {i18n.t('Search')}
      </Button>
    </form>
  );
}
