import { Button, CloseButton, Skeleton, TextInput } from '@mantine/core';
import { IconPrinter, IconSearch } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { i18n, named } from '../../../platform/language.ts';
import { preloadMaths, sourceOf } from '../../../question/maths.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { LinkTabs } from '../../../ui/LinkTabs.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { type CheatSheet, type QuickPoint, type Tag, tagOf, useCheatSheet } from './cheat-sheets.queries.ts';
import classes from './CheatSheetPage.module.css';
import { QuickPointCard } from './QuickPointCard.tsx';

const tabs = ['all', 'known', 'unknown'] as const;
type Tab = (typeof tabs)[number];
const labels = { all: /*i18n*/ 'All', known: /*i18n*/ 'Known', unknown: /*i18n*/ 'Unknown' } as const;

/** /cheat_sheet/{id}: the quick points of a chapter, which the student tags as known or unknown. */
export default function CheatSheetPage() {
  const { id } = useParams({ from: '/cheat_sheet/$id' });
  const { tab: asked } = useSearch({ from: '/cheat_sheet/$id' });
  const tab = tabs.find((each) => each === asked) ?? 'all';
  const { query, tag } = useCheatSheet(Number(id));
  useEffect(() => void preloadMaths(), []);
  const name = query.data && named(query.data.chapter.name);
  return (
    <>
      <PageTitle
        back={{ link: { to: '/chapter/$id', params: { id } }, label: i18n.t('Back to {name}', { name: name ?? i18n.t('the chapter') }) }}
        windowTitle={name ? i18n.t('Cheat Sheet of {name}', { name }) : i18n.t('Cheat Sheet')}
      >
        {name ? i18n.t('{name}: Cheat Sheet', { name }) : i18n.t('Cheat Sheet')}
      </PageTitle>
      <Loaded query={query} skeleton={<SheetSkeleton />} notKept={i18n.t('This cheat sheet')}>
        {(sheet) =>
          sheet.quickpoint_list.length === 0 ? (
            <EmptyState
              title={i18n.t('Nothing to display!')}
              action={
                <ButtonLink to="/chapter/$id" params={{ id }} variant="default">
                  {i18n.t('Back to {name}', { name: named(sheet.chapter.name) })}
                </ButtonLink>
              }
            >
              {i18n.t('This chapter has no quick points yet.')}
            </EmptyState>
          ) : (
            <Sheet sheet={sheet} tab={tab} onTag={tag} />
          )
        }
      </Loaded>
    </>
  );
}

const searchedText = ({ title, text, supporting_text }: QuickPoint) =>
  [title, text, supporting_text ?? '']
    .map((part) => sourceOf(part))
    .join(' ')
    .toLowerCase();

const isIn = (tab: Tab, tag: Tag | null) => tab === 'all' || (tag !== null && tag.toLowerCase() === tab);

function Sheet({ sheet, tab, onTag }: { sheet: CheatSheet; tab: Tab; onTag: (id: number, tag: Tag) => void }) {
  const [search, setSearch] = useState('');
  const { chapter, quickpoint_list } = sheet;
  const texts = useMemo(() => new Map(quickpoint_list.map((point) => [point.id, searchedText(point)])), [quickpoint_list]);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = quickpoint_list.filter(({ id }) => isIn(tab, tagOf(sheet, id)) && words.every((word) => texts.get(id)?.includes(word)));
  const counts = {
    all: quickpoint_list.length,
    known: sheet.known_quickpoint_ids.length,
    unknown: sheet.unknown_quickpoint_ids.length,
  };
  const id = String(chapter.id);
  return (
    <>
      <KeptNote keptAt={sheet.kept_at} />
      <LinkTabs
        label={i18n.t('Quick points')}
        tabs={tabs.map((each) => ({
          label: i18n.t(labels[each]),
          link: { to: '/cheat_sheet/$id', params: { id }, search: each === 'all' ? {} : { tab: each } },
          isCurrent: each === tab,
          count: counts[each],
        }))}
      />
      <div className="flex gap-12 print:hidden!">
        <TextInput
          type="search"
          size="md"
          className="flex-1 max-w-420"
          aria-label={i18n.t('Search within this cheat sheet')}
          placeholder={i18n.t('Search within')}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={search && <CloseButton aria-label={i18n.t('Clear the search')} onClick={() => setSearch('')} />}
          value={search}
          maxLength={100}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Button variant="default" size="md" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
          {i18n.t('Print')}
        </Button>
      </div>
      <p className="min-h-24 my-4 text-14 text-ink-soft print:hidden!" role="status">
        {words.length > 0 && shown.length > 0 && i18n.t('{found} of {count}', { found: shown.length, count: counts[tab] })}
      </p>
      {shown.length === 0 ? (
        <NothingShown tab={tab} isSearching={words.length > 0} onClear={() => setSearch('')} id={id} />
      ) : (
        <ol className={`grid gap-16 ${classes.points}`} data-many={shown.length > 12 || undefined}>
          {shown.map((point) => (
            <QuickPointCard key={point.id} point={point} tag={tagOf(sheet, point.id)} onTag={onTag} />
          ))}
        </ol>
      )}
    </>
  );
}

function NothingShown({ tab, isSearching, onClear, id }: { tab: Tab; isSearching: boolean; onClear: () => void; id: string }) {
  if (isSearching) {
    return (
      <EmptyState
        title={i18n.t('No point contains these words')}
        action={
          <Button variant="default" onClick={onClear}>
            {i18n.t('Clear the search')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={tab === 'known' ? i18n.t('Nothing is tagged Known') : i18n.t('Nothing is tagged Unknown')}
      action={
        <ButtonLink to="/cheat_sheet/$id" params={{ id }} variant="default">
          {i18n.t('Show all')}
        </ButtonLink>
      }
    >
      {tab === 'known'
        ? i18n.t('Press Known below a point that you are sure of.')
        : i18n.t('Press Unknown below a point to find it here again.')}
    </EmptyState>
  );
}

function SheetSkeleton() {
  return (
    <>
      <Skeleton height={44} width={280} maw="100%" mb="lg" />
      <Skeleton height={42} mb="lg" />
      {[1, 2, 3].map((point) => (
        <Skeleton key={point} height={190} mb="md" radius="lg" />
      ))}
    </>
  );
}
