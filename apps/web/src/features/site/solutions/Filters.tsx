import { i18n, named } from '../../../platform/language.ts';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { type Choice, FilterList } from './FilterList.tsx';
import classes from './Filters.module.css';
import { PaperList } from './PaperList.tsx';
import { type BoardAddress, withFilter, withPaper } from './solutions-address.ts';
import type { Categories } from './solutions.queries.ts';

export interface FilterProps {
  address: BoardAddress;
  categories: Categories | undefined;
  onChange: (next: BoardAddress) => void;
}

/** The filters that are lists, in their order. */
export const listFilters = [
  {
    field: 'subject_id',
    label: /*i18n*/ 'Subject',
    all: /*i18n*/ 'All subjects',
    search: /*i18n*/ 'Search subjects',
    clear: /*i18n*/ 'Clear subject',
    from: 'subjects',
    empty: /*i18n*/ 'Loading...',
  },
  {
    field: 'chapter_id',
    label: /*i18n*/ 'Chapter',
    all: /*i18n*/ 'All chapters',
    search: /*i18n*/ 'Search chapters',
    clear: /*i18n*/ 'Clear chapter',
    from: 'chapters',
    empty: /*i18n*/ 'Loading...',
  },
  {
    field: 'checkpoint_id',
    label: /*i18n*/ 'Topic',
    all: /*i18n*/ 'All topics',
    search: /*i18n*/ 'Search topics',
    clear: /*i18n*/ 'Clear topic',
    from: 'topics',
    empty: /*i18n*/ 'Choose a chapter first.',
  },
] as const;

/** Subject, chapter, topic and previous papers, beside the results. */
export function Filters({ address, categories, onChange }: FilterProps) {
  const [openField, setOpenField] = useState<string | null>(null);
  return (
    <aside className="w-250" aria-label={i18n.t('Filters')}>
      {listFilters.map(({ field, label, all, search, clear, from, empty }) => (
        <Dropdown
          key={field}
          label={i18n.t(label)}
          all={i18n.t(all)}
          searchLabel={i18n.t(search)}
          clearLabel={i18n.t(clear)}
          empty={i18n.t(empty)}
          choices={categories?.[from] ?? []}
          chosenId={address[field]}
          isOpen={openField === field}
          onToggle={() => setOpenField(openField === field ? null : field)}
          onChoose={(id) => {
            setOpenField(null);
            onChange(withFilter(address, field, id));
          }}
        />
      ))}
      <PaperList address={address} categories={categories} onToggle={(name) => onChange(withPaper(address, name))} />
    </aside>
  );
}

interface DropdownProps {
  label: string;
  all: string;
  searchLabel: string;
  clearLabel: string;
  empty: string;
  choices: readonly Choice[];
  chosenId: number | undefined;
  isOpen: boolean;
  onToggle: () => void;
  onChoose: (id: number | null) => void;
}

function Dropdown({ label, all, searchLabel, clearLabel, empty, choices, chosenId, isOpen, onToggle, onChoose }: DropdownProps) {
  const list = useId();
  const chosen = chosenId === undefined ? undefined : named(choices.find(({ id }) => id === chosenId)?.name ?? '…');
  return (
    <div className="w-210 mb-20">
      <p className="mb-8 text-14 font-semibold">{label}</p>
      <div className="flex border border-line-strong rounded-control bg-surface">
        <button
          type="button"
          className={`flex flex-1 items-center gap-8 min-w-0 text-14 text-ink-soft ${classes.value}`}
          data-chosen={chosen !== undefined || undefined}
          aria-label={`${label}: ${chosen ?? all}`}
          aria-expanded={isOpen}
          aria-controls={list}
          onClick={onToggle}
        >
          <span>{chosen ?? all}</span>
          {chosen === undefined && <IconChevronDown size={18} aria-hidden />}
        </button>
        {chosen !== undefined && (
          <button
            type="button"
            className="grid flex-none place-items-center w-44 rounded-control text-ink-soft"
            aria-label={clearLabel}
            onClick={() => onChoose(null)}
          >
            <IconX size={18} aria-hidden />
          </button>
        )}
      </div>
      <div id={list} hidden={!isOpen}>
        {isOpen && <FilterList searchLabel={searchLabel} choices={choices} chosenId={chosenId} empty={empty} onChoose={onChoose} />}
      </div>
    </div>
  );
}
