import { endAsGuardian, getChild } from '@abhyas/contract/reports/guardians';
import type { Answer } from '@abhyas/contract/endpoint';
import { percentOfMarks } from '@abhyas/exam/reports/test-results';
import { Button, Skeleton } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { i18n, named } from '../../../platform/language.ts';
import { queryClient, useCall, useSend } from '../../../platform/queries.ts';
import card from '../../../ui/card.module.css';
import { formatDate, formatNumber } from '../../../ui/format.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { toast } from '../../../ui/toasts.ts';
import { firstNameOf, rankWords } from './child-words.ts';
import { ChildFacts } from './ChildFacts.tsx';
import classes from './guardian.module.css';

type Child = Answer<typeof getChild>;

/** /guardian/children/{id}: one child, with the latest results. */
export default function ChildPage() {
  const { id } = useParams({ from: '/guardian/children/$id' });
  const child = useCall(getChild, { id: Number(id) }, { staleTime: 0 });
  return (
    <div className="grid gap-16 max-w-720">
      <PageTitle back={{ link: { to: '/guardian' }, label: i18n.t('Back to my children') }}>
        {child.data?.name ?? i18n.t('Child')}
      </PageTitle>
      <Loaded query={child} skeleton={<Skeleton height={320} radius="lg" />}>
        {(data) => (
          <>
            {data.is_paused ? (
              <p className="mt-4 leading-text wrap-anywhere">
                {i18n.t(
                  '{name} is 18 now and decides who sees the results. Nothing is shown here until {name} agrees again, under My Account.',
                  { name: firstNameOf(data.name) },
                )}
              </p>
            ) : (
              <Facts child={data} />
            )}
            <End child={data} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Facts({ child }: { child: Child }) {
  const { results, subjects, practice } = child;
  return (
    <>
      <section className={card.card} aria-label={i18n.t('The last result')}>
        <ChildFacts child={child} />
      </section>
      {results.length > 0 && (
        <section aria-labelledby="results">
          <h2 id="results">{i18n.t('Results')}</h2>
          {subjects.length > 0 && (
            <p className="text-14 text-ink-soft">
              {i18n.t('Latest tests: {results}', {
                results: subjects.map(({ name, percent }) => `${i18n.t(name)} ${formatNumber(percent)}%`).join(', '),
              })}
            </p>
          )}
          <ul className={`${rows.list} ${classes.results}`}>
            {results.map((result) => (
              <li key={result.paper_id} className={rows.row}>
                <span className={rows.main}>
                  {named(result.name)}
                  <span className="block text-14 font-regular text-ink-soft">
                    {[formatDate(result.finished_at), rankWords(result)].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <span className="font-bold tabular">
                  {formatNumber(result.score)} / {formatNumber(result.max_score)}
                  <span className="block text-14 font-regular text-ink-soft">{formatNumber(percentOfMarks(result))}%</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {practice && <Practice practice={practice} />}
    </>
  );
}

function Practice({ practice }: { practice: NonNullable<Child['practice']> }) {
  const { answered, correct, days_of_14, subjects } = practice;
  return (
    <section aria-labelledby="practice">
      <h2 id="practice">{i18n.t('Practice')}</h2>
      <p className="text-14 text-ink-soft">
        {answered === 0
          ? i18n.t('None since joining.')
          : [
              i18n.t('{answered, plural, one {# answer} other {# answers}} since joining, {percent}% right', {
                answered,
                percent: formatNumber(Math.round((100 * correct) / answered)),
              }),
              i18n.t('practised on {days} of the last 14 days', { days: formatNumber(days_of_14) }),
              subjects.map(({ name, percent }) => `${i18n.t(name)} ${formatNumber(percent)}%`).join(', '),
            ].join(' · ')}
      </p>
    </section>
  );
}

function End({ child: { id, name, institute_name } }: { child: Child }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const send = useSend(endAsGuardian, { ownFailures: true });
  const who = firstNameOf(name);
  const end = () =>
    send.mutate(
      { id },
      {
        onSuccess: () => {
          toast.success(i18n.t('You no longer see results of {who}.', { who }));
          void navigate({ to: '/guardian', replace: true }).then(() => queryClient.clear());
        },
      },
    );
  return (
    <div>
      <Button variant="default" onClick={() => setOpen(true)}>
        {i18n.t('No longer see {who}’s results', { who })}
      </Button>
      {isOpen && (
        <FormDialog
          onClose={() => setOpen(false)}
          title={i18n.t('No longer see {who}’s results?', { who })}
          failure={send.error && i18n.t('Not ended: {error}', { error: messageOf(send.error) })}
          focusesBack
          actions={
            <Button color="red" loading={send.isPending} onClick={end}>
              {i18n.t('End it')}
            </Button>
          }
        >
          <p className="text-14 leading-reading text-ink-soft">
            {i18n.t('{who} or {institute_name} can ask you again.', { who, institute_name })}
          </p>
        </FormDialog>
      )}
    </div>
  );
}
