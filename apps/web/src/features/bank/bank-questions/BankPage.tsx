// Contents: the page · filters · the list
import { emptyContent } from '@abhyas/contract/bank/bank-content';
import { BANK_PAGE_SIZE, createBankQuestion, getBankQuestions, getBankTopics } from '@abhyas/contract/bank/bank-questions';
import type { Answer } from '@abhyas/contract/endpoint';
import { bankStates } from '@abhyas/exam/bank/bank-states';
import { subjectNames } from '@abhyas/exam/bank/subjects';
import { Button, Skeleton } from '@mantine/core';
import { IconPencilPlus, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { useCall, useSend } from '../../../platform/queries.ts';
import { Maths } from '../../../question/Maths.tsx';
import { preloadMaths } from '../../../question/maths.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import chips from '../../../ui/chips.module.css';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDate, formatNumber, plural } from '../../../ui/format.ts';
import forms from '../../../ui/forms.module.css';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import classes from './Bank.module.css';
import { stateBadges, typeWords } from './bank-words.ts';
import { BulkBar } from './BulkBar.tsx';
import { ExportDialog } from './ExportDialog.tsx';

type List = Answer<typeof getBankQuestions>;
type Row = List['questions'][number];
type Search = ReturnType<typeof useBankSearch>;

const useBankSearch = () => useSearch({ from: '/staff/bank' });

/** The filters of the address as fields of the call. */
function inputOf({ page = 0, q, state, chapter, form, level, used, faults, language, mine }: Search) {
  return {
    page: Math.max(0, page),
    ...(q ? { search: q } : {}),
    ...(state && state !== 'all' ? { state } : {}),
    ...(chapter ? { chapter } : {}),
    ...(form !== undefined && form >= 0 && form <= 3 ? { type: form as 0 | 1 | 2 | 3 } : {}),
    ...(level !== undefined && level >= 1 && level <= 5 ? { difficulty: level } : {}),
    ...(used && used !== 'any' ? { is_used: used === 'yes' } : {}),
    ...(faults ? { has_faults: true } : {}),
    ...(language && language !== 'any' ? { also_in: language } : {}),
    ...(mine ? { for_me: true } : {}),
  };
}

/** The filters of the address without the page, for an export of all. */
function filterOf(search: Search) {
  const { page: _page, ...filter } = inputOf(search);
  return filter;
}

/** /staff/bank: the institute's own questions, with search, filters and changes of many. */
export default function BankPage() {
  const search = useBankSearch();
  const navigate = useNavigate();
  const list = useCall(getBankQuestions, inputOf(search), { staleTime: 0, keepPrevious: true });
  const create = useSend(createBankQuestion, { ownFailures: true });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isExporting, setExporting] = useState(false);
  useEffect(() => void preloadMaths(), []);
  const show = (change: Partial<Search>) => {
    setChosen(new Set());
    void navigate({ to: '/staff/bank', search: { ...search, page: undefined, ...change } as Search, replace: true });
  };
  const begin = async () => {
    const { id } = await create.mutateAsync({ content: emptyContent });
    void navigate({ to: '/staff/bank/$id', params: { id: String(id) } });
  };
  const make = (
    <Button leftSection={<IconPlus size={20} />} loading={create.isPending} onClick={() => void begin().catch(() => undefined)}>
      New question
    </Button>
  );
  const { page = 0 } = search;
  const isFiltered = Object.keys(inputOf({ ...search, page: 0 } as Search)).length > 1;
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <>
      <PageTitle windowTitle="Question bank">Bank</PageTitle>
      {create.error && <AlertLine>No question was begun: {messageOf(create.error)}</AlertLine>}
      <Loaded query={list} skeleton={[1, 2, 3, 4].map((row) => <Skeleton key={row} height={76} mb={2} />)}>
        {(data) => {
          const isEmpty = Object.values(data.counts).every((count) => count === 0);
          if (isEmpty)
            return (
              <EmptyState
                icon={<IconPencilPlus size={26} />}
                title="No questions of your own yet"
                action={
                  <>
                    {make}
                    <ButtonLink to="/staff/import" search={{}} variant="default">
                      Import a file
                    </ButtonLink>
                  </>
                }
              >
                Write a question or import a file of questions, see them as students will, and have a colleague approve them. Then papers
                and practice of your institute can ask them.
              </EmptyState>
            );
          return (
            <>
              <div className={rows.bar}>
                <States search={search} counts={data.counts} onShow={show} />
                <span className="flex flex-wrap gap-8">
                  <ButtonLink to="/staff/import" search={{}} variant="default">
                    Import
                  </ButtonLink>
                  <Button variant="default" disabled={data.total === 0} onClick={() => setExporting(true)}>
                    Export
                  </Button>
                  {make}
                </span>
              </div>
              <Filters key={search.q ?? ''} search={search} onShow={show} />
              {isExporting && (
                <ExportDialog filter={filterOf(search)} chosen={chosen} total={data.total} onClose={() => setExporting(false)} />
              )}
              <BulkBar chosen={chosen} shown={data.questions.map(({ id }) => id)} all={data.ids} total={data.total} onChoose={setChosen} />
              {data.questions.length === 0 ? (
                <EmptyState
                  title="No question matches"
                  action={isFiltered && <Button onClick={() => show(noFilters)}>Show all questions</Button>}
                >
                  Change the filters or the words of the search.
                </EmptyState>
              ) : (
                <ul className={rows.list} aria-busy={list.isPlaceholderData || undefined}>
                  {data.questions.map((row) => (
                    <QuestionRow key={row.id} row={row} isChosen={chosen.has(row.id)} onChoose={(isChosen) => choose(row.id, isChosen)} />
                  ))}
                </ul>
              )}
              {data.total > BANK_PAGE_SIZE && (
                <nav className={rows.pages} aria-label="Pages">
                  {page > 0 && (
                    <ButtonLink to="/staff/bank" search={{ ...search, page: page - 1 }} variant="default">
                      Newer
                    </ButtonLink>
                  )}
                  {(page + 1) * BANK_PAGE_SIZE < data.total && (
                    <ButtonLink to="/staff/bank" search={{ ...search, page: page + 1 }} variant="default">
                      Older
                    </ButtonLink>
                  )}
                </nav>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

const noFilters = {
  q: undefined,
  state: undefined,
  chapter: undefined,
  form: undefined,
  level: undefined,
  used: undefined,
  faults: undefined,
  language: undefined,
  mine: undefined,
} as unknown as Partial<Search>;

interface FilterProps {
  search: Search;
  onShow: (change: Partial<Search>) => void;
}

function States({ search, counts, onShow }: FilterProps & { counts: List['counts'] }) {
  return (
    <div className={`flex flex-wrap gap-8 ${classes.states}`} role="group" aria-label="State">
      <button
        type="button"
        className={chips.chip}
        aria-pressed={!search.mine && (search.state ?? 'all') === 'all'}
        onClick={() => onShow({ state: undefined, mine: undefined } as unknown as Partial<Search>)}
      >
        All
      </button>
      {bankStates.map((state) => (
        <button
          key={state}
          type="button"
          className={chips.chip}
          aria-pressed={!search.mine && search.state === state}
          onClick={() => onShow({ state, mine: undefined } as unknown as Partial<Search>)}
        >
          {stateBadges[state].text} <span className="tabular">{formatNumber(counts[state] ?? 0)}</span>
        </button>
      ))}
      <button
        type="button"
        className={chips.chip}
        aria-pressed={search.mine === true}
        onClick={() => onShow({ mine: true, state: undefined } as unknown as Partial<Search>)}
      >
        For me to review
      </button>
    </div>
  );
}

function Filters({ search, onShow }: FilterProps) {
  const topics = useCall(getBankTopics, {}, { staleTime: 600_000 });
  const [words, setWords] = useState(search.q ?? '');
  const [isOpen, setOpen] = useState(false);
  const find = (event: SyntheticEvent) => {
    event.preventDefault();
    onShow({ q: words.trim() === '' ? undefined : words } as Partial<Search>);
  };
  const choice = (value: string) => (value === '' ? undefined : Number(value));
  return (
    <form className={classes.filters} role="search" data-open={isOpen || undefined} onSubmit={find}>
      <label className="grid gap-4 text-14 font-medium">
        Search
        <input
          className={classes.input}
          type="search"
          value={words}
          maxLength={200}
          placeholder="Words or a formula"
          onChange={(event) => setWords(event.currentTarget.value)}
          onBlur={find}
        />
      </label>
      <Button variant="default" className={classes.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filters
      </Button>
      <label className="grid gap-4 text-14 font-medium">
        Chapter
        <select
          className={forms.select}
          value={search.chapter ?? ''}
          onChange={(event) => onShow({ chapter: choice(event.currentTarget.value) } as Partial<Search>)}
        >
          <option value="">All chapters</option>
          {(topics.data?.chapters ?? []).map(({ id, name, subject_id }) => (
            <option key={id} value={id}>
              {subjectNames[subject_id as keyof typeof subjectNames]}: {name}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-4 text-14 font-medium">
        Type
        <select
          className={forms.select}
          value={search.form ?? ''}
          onChange={(event) => onShow({ form: choice(event.currentTarget.value) } as Partial<Search>)}
        >
          <option value="">All types</option>
          {typeWords.map((name, type) => (
            <option key={name} value={type}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-4 text-14 font-medium">
        Difficulty
        <select
          className={forms.select}
          value={search.level ?? ''}
          onChange={(event) => onShow({ level: choice(event.currentTarget.value) } as Partial<Search>)}
        >
          <option value="">All levels</option>
          {[1, 2, 3, 4, 5].map((level) => (
            <option key={level}>{level}</option>
          ))}
        </select>
      </label>
      <label className="grid gap-4 text-14 font-medium">
        Used in papers
        <select
          className={forms.select}
          value={search.used ?? 'any'}
          onChange={(event) => onShow({ used: event.currentTarget.value } as Partial<Search>)}
        >
          <option value="any">All</option>
          <option value="yes">Used</option>
          <option value="no">Not used</option>
        </select>
      </label>
      <label className="grid gap-4 text-14 font-medium">
        Language
        <select
          className={forms.select}
          value={search.language ?? 'any'}
          onChange={(event) => onShow({ language: event.currentTarget.value } as Partial<Search>)}
        >
          <option value="any">All languages</option>
          <option value="hi">With Hindi</option>
          <option value="none">English only</option>
        </select>
      </label>
      <label className={classes.tick}>
        <input
          type="checkbox"
          checked={search.faults === true}
          onChange={(event) => onShow({ faults: event.currentTarget.checked ? true : undefined } as Partial<Search>)}
        />
        With faults
      </label>
    </form>
  );
}

function QuestionRow({ row, isChosen, onChoose }: { row: Row; isChosen: boolean; onChoose: (isChosen: boolean) => void }) {
  const {
    id,
    state,
    type,
    difficulty,
    is_for_practice,
    chapter_name,
    topic_name,
    also_in,
    fault_count,
    paper_count,
    changed_at,
    changed_by,
  } = row;
  const badge = stateBadges[state];
  const name = row.text.trim() === '' ? 'A question without a text' : row.text;
  const facts = [
    chapter_name === null ? 'No topic' : `${chapter_name}, ${topic_name}`,
    typeWords[type],
    `level ${difficulty}`,
    is_for_practice ? 'practice' : 'papers',
    ...(also_in.includes('hi') ? ['with Hindi'] : []),
    ...(paper_count > 0 ? [`in ${plural(paper_count, 'paper')}`] : []),
    changed_by === null ? formatDate(changed_at) : `${changed_by}, ${formatDate(changed_at)}`,
  ];
  return (
    <li className={rows.row} data-stacks>
      <label className={`${classes.chooser} grid flex-none place-items-center size-44 -ml-12 cursor-pointer`}>
        <input
          type="checkbox"
          checked={isChosen}
          aria-label={`Choose question ${id}`}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </label>
      <span className={rows.main}>
        <Link to="/staff/bank/$id" params={{ id: String(id) }} className="line-clamp-2 font-medium text-inherit no-underline">
          <Maths text={name} />
        </Link>
        <span className="block text-14 font-regular text-ink-soft tabular">{facts.join(' · ')}</span>
      </span>
      <span className={rows.actions}>
        {fault_count > 0 && (
          <span className={rows.badge} data-tone="danger">
            {plural(fault_count, 'fault')}
          </span>
        )}
        <span className={rows.badge} data-tone={badge.tone}>
          {badge.text}
        </span>
      </span>
    </li>
  );
}
