import { Trans } from '@lingui/react';
import { NativeSelect } from '@mantine/core';
import { i18n, named } from '../../../platform/language.ts';
import { missPresentations } from '../../../question/miss-kinds.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import chips from '../../../ui/chips.module.css';
import { Dot } from '../../../ui/Dot.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { subjectColor } from '../../../ui/subject.ts';
import type { MistakeBook, MistakeFilter } from './mistakes.queries.ts';

/** Filters the book by subject, chapter and kind of miss. Each filter is an address; a filter without questions is dimmed. */
export function MistakeFilters({ book, filter }: { book: MistakeBook; filter: MistakeFilter }) {
  const navigate = useNavigate();
  const { subject, chapter_id, kind } = filter;
  const ofKind = kind ? { kind } : {};
  const ofSubject = { ...(subject && { subject }), ...(chapter_id !== undefined && { chapter_id }) };
  const chapters = book.chapters.filter(({ subject_name }) => subject === undefined || subject_name === subject);
  return (
    <div className="grid gap-8 mb-24 print:hidden!">
      <nav aria-label={i18n.t('Subjects')} className="flex flex-wrap gap-8 max-36:flex-nowrap max-36:-mx-16 max-36:px-16 max-36:strip">
        <Link
          to="/mistakes"
          search={ofKind}
          className={chips.chip}
          aria-current={!subject && chapter_id === undefined ? 'page' : undefined}
          resetScroll={false}
        >
          <Trans id="All <0>{total}</0>" components={{ 0: <span className="tabular" /> }} values={{ total: formatNumber(book.total) }} />
        </Link>
        {book.subjects.map(({ name, count }) => (
          <Link
            key={name}
            to="/mistakes"
            search={{ ...ofKind, subject: name }}
            className={chips.chip}
            aria-current={subject === name ? 'page' : undefined}
            resetScroll={false}
          >
            <span>
              <Dot color={subjectColor(name)} />
              {i18n.t(name)}
            </span>
            <span className="tabular">{formatNumber(count)}</span>
          </Link>
        ))}
      </nav>
      <nav aria-label={i18n.t('Kinds of miss')} className="flex flex-wrap gap-8 max-36:flex-nowrap max-36:-mx-16 max-36:px-16 max-36:strip">
        {book.kinds.map(({ kind: each, count }) => {
          const { label, Icon, color } = missPresentations[each];
          const isChosen = kind === each;
          return (
            <Link
              key={each}
              to="/mistakes"
              search={{ ...ofSubject, ...(isChosen ? {} : { kind: each }) }}
              className={chips.chip}
              aria-current={isChosen ? 'page' : undefined}
              data-empty={count === 0 || undefined}
              resetScroll={false}
            >
              <Icon size={18} color={color} aria-hidden />
              {i18n.t(label)} <span className="tabular">{formatNumber(count)}</span>
            </Link>
          );
        })}
      </nav>
      <NativeSelect
        aria-label={i18n.t('Chapter')}
        size="md"
        className="max-w-320"
        value={chapter_id === undefined ? '' : String(chapter_id)}
        onChange={({ currentTarget: { value } }) =>
          void navigate({
            to: '/mistakes',
            search: { ...ofKind, ...(subject && { subject }), ...(value && { chapter_id: Number(value) }) },
            resetScroll: false,
          })
        }
        data={[
          { value: '', label: i18n.t('All chapters') },
          ...chapters.map(({ id, name, count }) => ({ value: String(id), label: `${named(name)} (${formatNumber(count)})` })),
        ]}
      />
    </div>
  );
}
