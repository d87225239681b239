import { getQuestionImports, IMPORT_LIST_SIZE, statesAtWork } from '@abhyas/contract/bank/question-imports';
import type { Answer } from '@abhyas/contract/endpoint';
import { Skeleton } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useCall } from '../../../../platform/queries.ts';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { formatDate, formatNumber, plural } from '../../../../ui/format.ts';
import { Loaded } from '../../../../ui/Loaded.tsx';
import { PageTitle } from '../../../../ui/PageTitle.tsx';
import rows from '../../../../ui/rows.module.css';
import { badgeOf, formatWords } from './import-words.ts';
import { ImportUpload } from './ImportUpload.tsx';

type Import = Answer<typeof getQuestionImports>['imports'][number];

/** /staff/import: uploads a file of questions, and lists the imports of the institute. */
export default function ImportsPage() {
  const { page = 0 } = useSearch({ from: '/staff/import' });
  const list = useCall(getQuestionImports, { page: Math.max(0, page) }, { staleTime: 0, keepPrevious: true, refreshEvery: 5000 });
  return (
    <>
      <PageTitle back={{ link: { to: '/staff/bank' }, label: 'Back to the questions' }}>Import questions</PageTitle>
      <div className="grid gap-24">
        <ImportUpload />
        <section aria-labelledby="imports">
          <h2 id="imports" className="mb-12">
            Imports
          </h2>
          <Loaded query={list} skeleton={[1, 2, 3].map((row) => <Skeleton key={row} height={72} mb={2} />)}>
            {({ imports, total }) =>
              imports.length === 0 ? (
                <EmptyState icon={<IconFileImport size={26} />} title="Nothing imported yet">
                  Files that your institute imports are listed here, with what became of each of their questions.
                </EmptyState>
              ) : (
                <>
                  <ul className={rows.list}>
                    {imports.map((one) => (
                      <ImportItem key={one.id} of={one} />
                    ))}
                  </ul>
                  {total > IMPORT_LIST_SIZE && (
                    <nav className={rows.pages} aria-label="Pages">
                      {page > 0 && (
                        <ButtonLink to="/staff/import" search={{ page: page - 1 }} variant="default">
                          Newer
                        </ButtonLink>
                      )}
                      {(page + 1) * IMPORT_LIST_SIZE < total && (
                        <ButtonLink to="/staff/import" search={{ page: page + 1 }} variant="default">
                          Older
                        </ButtonLink>
                      )}
                    </nav>
                  )}
                </>
              )
            }
          </Loaded>
        </section>
      </div>
    </>
  );
}

/** The outcome of the questions of a file, in words. */
function outcomeOf({ state, row_count, done_count, counts, reason }: Import): string {
  if (statesAtWork.includes(state))
    return row_count > 0 ? `${formatNumber(done_count)} of ${plural(row_count, 'question')}` : `${plural(done_count, 'question')} so far`;
  if (state === 'failed') return reason ?? '';
  const parts: [number, string][] = [
    [counts.made, 'in the bank'],
    [counts.good, 'ready'],
    [counts.faulty, 'to mend'],
    [counts.unreadable, 'not read'],
    [counts.excluded, 'left out'],
  ];
  const words = parts.filter(([count]) => count > 0).map(([count, what]) => `${formatNumber(count)} ${what}`);
  return `${plural(row_count, 'question')}${words.length > 0 ? `: ${words.join(', ')}` : ''}`;
}

function ImportItem({ of }: { of: Import }) {
  const badge = badgeOf(of);
  const facts = [
    ...(of.format === null ? [] : [formatWords[of.format]]),
    of.made_by === null ? formatDate(of.made_at) : `${of.made_by}, ${formatDate(of.made_at)}`,
  ];
  return (
    <li className={rows.row} data-stacks>
      <span className={rows.main}>
        <Link to="/staff/import/$id" params={{ id: String(of.id) }} className="text-ink no-underline">
          {of.file_name}
        </Link>
        <span className="block text-14 font-regular text-ink-soft tabular">{outcomeOf(of)}</span>
        <span className="block text-14 font-regular text-ink-soft tabular">{facts.join(' · ')}</span>
      </span>
      <span className={rows.actions}>
        <span className={rows.badge} data-tone={badge.tone}>
          {badge.text}
        </span>
      </span>
    </li>
  );
}
