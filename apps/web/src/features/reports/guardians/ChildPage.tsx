import { endAsGuardian, getChild } from '@abhyas/contract/reports/guardians';
import type { Answer } from '@abhyas/contract/endpoint';
import { percentOfMarks } from '@abhyas/exam/reports/test-results';
import { Button, Skeleton } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useCall, useSend } from '../../../platform/queries.ts';
import card from '../../../ui/card.module.css';
import { formatDate, formatNumber } from '../../../ui/format.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import textStyles from '../../../ui/text.module.css';
import { toast } from '../../../ui/toasts.ts';
import { firstNameOf, rankWords } from './child-words.ts';
import { ChildFacts } from './ChildFacts.tsx';
import layout from '../../../ui/layout.module.css';
import classes from './guardian.module.css';

type Child = Answer<typeof getChild>;

/** /guardian/children/{id}: one child, with the latest results. */
export default function ChildPage() {
  const { id } = useParams({ from: '/guardian/children/$id' });
  const child = useCall(getChild, { id: Number(id) }, { staleTime: 0 });
  return (
    <div className={`${layout.stack16} ${classes.page}`}>
      <PageTitle back={{ link: { to: '/guardian' }, label: 'Back to my children' }}>{child.data?.name ?? 'Child'}</PageTitle>
      <Loaded query={child} skeleton={<Skeleton height={320} radius="lg" />}>
        {(data) => (
          <>
            {data.is_paused ? (
              <p className={classes.sentence}>
                {firstNameOf(data.name)} is 18 now and decides who sees the results. Nothing is shown here until {firstNameOf(data.name)}{' '}
                agrees again, under My Account.
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
      <section className={card.card} aria-label="The last result">
        <ChildFacts child={child} />
      </section>
      {results.length > 0 && (
        <section aria-labelledby="results">
          <h2 id="results">Results</h2>
          {subjects.length > 0 && (
            <p className={textStyles.soft}>
              Latest tests: {subjects.map(({ name, percent }) => `${name} ${formatNumber(percent)}%`).join(', ')}
            </p>
          )}
          <ul className={`${rows.list} ${classes.results}`}>
            {results.map((result) => (
              <li key={result.paper_id} className={rows.row}>
                <span className={rows.main}>
                  {result.name}
                  <span className={rows.sub}>{[formatDate(result.finished_at), rankWords(result)].filter(Boolean).join(' · ')}</span>
                </span>
                <span className={textStyles.figure}>
                  {formatNumber(result.score)} / {formatNumber(result.max_score)}
                  <span className={rows.sub}>{formatNumber(percentOfMarks(result))}%</span>
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
      <h2 id="practice">Practice</h2>
      <p className={textStyles.soft}>
        {answered === 0
          ? 'None since joining.'
          : `${formatNumber(answered)} answers since joining, ${formatNumber(Math.round((100 * correct) / answered))}% right · practised on ${formatNumber(days_of_14)} of the last 14 days · ${subjects.map(({ name, percent }) => `${name} ${formatNumber(percent)}%`).join(', ')}`}
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
          toast.success(`You no longer see results of ${who}.`);
          void navigate({ to: '/guardian', replace: true }).then(() => queryClient.clear());
        },
      },
    );
  return (
    <div>
      <Button variant="default" onClick={() => setOpen(true)}>
        No longer see {who}’s results
      </Button>
      {isOpen && (
        <FormDialog
          onClose={() => setOpen(false)}
          title={`No longer see ${who}’s results?`}
          failure={send.error && `Not ended: ${messageOf(send.error)}`}
          focusesBack
          actions={
            <Button color="red" loading={send.isPending} onClick={end}>
              End it
            </Button>
          }
        >
          <p className={forms.text}>
            {who} or {institute_name} can ask you again.
          </p>
        </FormDialog>
      )}
    </div>
  );
}
