// Contents: the page · progress · notices of the file · rows
import {
  getImportRows,
  getImportTopics,
  getQuestionImport,
  getQuestionImports,
  IMPORT_PAGE_SIZE,
  rowStates,
  statesAtWork,
} from '@abhyas/contract/bank/question-imports';
import { getBankTopics } from '@abhyas/contract/bank/bank-questions';
import type { Answer } from '@abhyas/contract/endpoint';
import { Skeleton } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient, useCall } from '../../../../platform/queries.ts';
import { preloadMaths } from '../../../../question/maths.ts';
import { Bar } from '../../../../ui/Bar.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import card from '../../../../ui/card.module.css';
import chips from '../../../../ui/chips.module.css';
import bank from '../Bank.module.css';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { formatDate, formatNumber, plural } from '../../../../ui/format.ts';
import { Loaded } from '../../../../ui/Loaded.tsx';
import { PageTitle } from '../../../../ui/PageTitle.tsx';
import rows from '../../../../ui/rows.module.css';
import { CommitBar } from './CommitBar.tsx';
import classes from './Import.module.css';
import { badgeOf, formatWords, rowBadges, workWords } from './import-words.ts';
import { ImportSettings } from './ImportSettings.tsx';
import { NoticeList, RowCard } from './RowCard.tsx';
import { TopicMapping } from './TopicMapping.tsx';

type Import = Answer<typeof getQuestionImport>;
type Search = ReturnType<typeof useImportSearch>;

const useImportSearch = () => useSearch({ from: '/staff/import/$id' });
const back = { link: { to: '/staff/import' }, label: 'Back to the imports' } as const;
const refreshMs = 2000;

/** /staff/import/{id}: an import from its file to the bank, with each question beside its source. */
export default function ImportPage() {
  const id = Number(useParams({ from: '/staff/import/$id' }).id);
  const followed = useCall(getQuestionImport, { id }, { staleTime: 0, refreshEvery: refreshMs });
  const topics = useCall(getBankTopics, {}, { staleTime: 600_000 });
  useEffect(() => void preloadMaths(), []);
  const state = followed.data?.state;
  const reload = () => {
    for (const { route } of [getQuestionImport, getImportRows, getImportTopics, getQuestionImports])
      void queryClient.invalidateQueries({ queryKey: [route] });
  };
  // When a server ends its work, the rows are other ones.
  useEffect(() => {
    for (const { route } of [getImportRows, getImportTopics]) void queryClient.invalidateQueries({ queryKey: [route] });
  }, [state]);
  return (
    <>
      <PageTitle back={back}>Import</PageTitle>
      <Loaded query={followed} skeleton={<Skeleton height={360} radius="lg" />}>
        {(data) => (
          <div className="grid gap-24">
            <Head of={data} onDone={reload} />
            {data.state === 'ready' && (
              <>
                <CommitBar of={data} onDone={reload} />
                {data.counts.made < data.row_count && <TopicMapping id={id} chapters={topics.data?.chapters ?? []} onDone={reload} />}
                <Rows of={data} chapters={topics.data?.chapters ?? []} onDone={reload} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}

function Head({ of, onDone }: { of: Import; onDone: () => void }) {
  const badge = badgeOf(of);
  const isAtWork = statesAtWork.includes(of.state);
  return (
    <section className={`${card.card} grid gap-12`} aria-labelledby="file">
      <div className="flex flex-wrap items-center justify-between gap-12">
        <h2 id="file" className="min-w-0 wrap-anywhere">
          {of.file_name}
        </h2>
        <span className={rows.badge} data-tone={badge.tone}>
          {badge.text}
        </span>
      </div>
      <p className="text-14 text-ink-soft tabular">
        {[
          ...(of.format === null ? [] : [formatWords[of.format]]),
          of.made_by === null ? formatDate(of.made_at) : `${of.made_by}, ${formatDate(of.made_at)}`,
          ...(of.state === 'ready' ? [`rows kept until ${formatDate(of.expires_at)}`] : []),
        ].join(' · ')}
      </p>
      {isAtWork && <Progress of={of} />}
      {of.reason !== null && (
        <p role="alert" className="font-medium text-incorrect">
          {of.reason}
        </p>
      )}
      {of.state === 'expired' && (
        <p className="text-14 leading-reading text-ink-soft">
          The rows of this import are no longer kept. Upload the file again to see them.
        </p>
      )}
      {of.kept.length > 0 && (
        <div role="note" className={`${classes.note} px-12 py-8 rounded-control bg-warning-soft text-14`}>
          <p>Some questions stayed in the bank when the import was undone:</p>
          <ul>
            {of.kept.map(({ why, count }) => (
              <li key={why}>
                {plural(count, 'question')}: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
      {of.file_notices.length > 0 && (
        <details>
          <summary className="min-h-44 py-10 text-14 font-semibold cursor-pointer">
            {plural(of.file_notices.length, 'notice')} about the whole file
          </summary>
          <NoticeList notices={of.file_notices} />
        </details>
      )}
      {!isAtWork && <ImportSettings of={of} onDone={onDone} />}
    </section>
  );
}

function Progress({ of: { state, row_count, done_count, is_waiting } }: { of: Import }) {
  if (is_waiting)
    return (
      <p role="status" className="text-14 leading-reading text-ink-soft">
        A test is running. The work goes on by itself when the test is over, so that it slows nobody down.
      </p>
    );
  const hasTotal = row_count > 0 && state !== 'undoing';
  return (
    <div className="grid gap-8">
      <p role="status" className="text-14 leading-reading text-ink-soft tabular">
        {workWords[state]}
        {hasTotal
          ? `: ${formatNumber(done_count)} of ${formatNumber(row_count)}`
          : done_count > 0
            ? `: ${plural(done_count, 'question')}`
            : ''}
        . You can leave this page.
      </p>
      {hasTotal && <Bar value={Math.floor((100 * done_count) / row_count)} color="var(--accent-fill)" />}
    </div>
  );
}

const only = [
  ['losses', 'With losses'],
  ['same', 'There already'],
  ['without_topic', 'Without a topic'],
] as const;

interface RowsProps {
  of: Import;
  chapters: Answer<typeof getBankTopics>['chapters'];
  onDone: () => void;
}

function Rows({ of, chapters, onDone }: RowsProps) {
  const search = useImportSearch();
  const { page = 0, state = 'all', only: mark = 'any' } = search;
  const navigate = useNavigate();
  const filter = { ...(state === 'all' ? {} : { state }), ...(mark === 'any' ? {} : { only: mark }) };
  const list = useCall(getImportRows, { id: of.id, page: Math.max(0, page), ...filter }, { staleTime: 0, keepPrevious: true });
  const show = (change: Partial<Search>) =>
    void navigate({
      to: '/staff/import/$id',
      params: { id: String(of.id) },
      search: { state: undefined, only: undefined, page: undefined, ...change } as unknown as Search,
      replace: true,
    });
  const link = (to: number) => ({ to: '/staff/import/$id' as const, params: { id: String(of.id) }, search: { ...search, page: to } });
  return (
    <section className="grid gap-12" aria-labelledby="rows">
      <h2 id="rows">Questions of the file</h2>
      <div className={`flex flex-wrap gap-8 ${bank.states}`} role="group" aria-label="Show only">
        <button type="button" className={chips.chip} aria-pressed={state === 'all' && mark === 'any'} onClick={() => show({})}>
          All <span className="tabular">{formatNumber(of.row_count)}</span>
        </button>
        {rowStates
          .filter((one) => of.counts[one] > 0 || one === state)
          .map((one) => (
            <button
              key={one}
              type="button"
              className={chips.chip}
              aria-pressed={state === one}
              onClick={() => show({ state: one } as Partial<Search>)}
            >
              {rowBadges[one].text} <span className="tabular">{formatNumber(of.counts[one])}</span>
            </button>
          ))}
        {only
          .filter(([one]) => of.counts[one] > 0 || one === mark)
          .map(([one, words]) => (
            <button
              key={one}
              type="button"
              className={chips.chip}
              aria-pressed={mark === one}
              onClick={() => show({ only: one } as Partial<Search>)}
            >
              {words} <span className="tabular">{formatNumber(of.counts[one])}</span>
            </button>
          ))}
      </div>
      <Loaded query={list} skeleton={[1, 2].map((row) => <Skeleton key={row} height={280} mb={12} radius="lg" />)}>
        {(data) =>
          data.rows.length === 0 ? (
            <EmptyState title="No question here">No question of this file is of this kind any more.</EmptyState>
          ) : (
            <>
              <ul className="grid gap-16" aria-busy={list.isPlaceholderData || undefined}>
                {data.rows.map((row) => (
                  <RowCard key={`${row.number} ${row.version}`} id={of.id} row={row} chapters={chapters} onDone={onDone} />
                ))}
              </ul>
              {data.total > IMPORT_PAGE_SIZE && (
                <nav className={rows.pages} aria-label="Pages">
                  {page > 0 && (
                    <ButtonLink {...link(page - 1)} variant="default">
                      Before
                    </ButtonLink>
                  )}
                  <span className="text-14 text-ink-soft tabular">
                    Page {formatNumber(page + 1)} of {formatNumber(Math.ceil(data.total / IMPORT_PAGE_SIZE))}
                  </span>
                  {(page + 1) * IMPORT_PAGE_SIZE < data.total && (
                    <ButtonLink {...link(page + 1)} variant="default">
                      Next
                    </ButtonLink>
                  )}
                </nav>
              )}
            </>
          )
        }
      </Loaded>
    </section>
  );
}
