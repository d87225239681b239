import { getInstituteTest, type InstituteTest as InstituteTestSchema } from '@abhyas/contract/exam-office/institute-tests';
import type { Value } from '@abhyas/contract/endpoint';
import { hasRight } from '@abhyas/contract/institute/rights';
import { Skeleton } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useCall } from '../../../platform/queries.ts';
import { useUser } from '../../../platform/user.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { formatMinutes } from '../../../ui/clock-format.ts';
import card from '../../../ui/card.module.css';
import { plural } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { CopyTest } from './CopyTest.tsx';
import { DeleteTest } from './DeleteTest.tsx';
import { GiveTest } from './GiveTest.tsx';
import { SetUpForm } from './SetUpForm.tsx';
import classes from './StaffTestPage.module.css';
import { isOver, stateBadges, windowInWords } from './test-states.ts';

type InstituteTest = Value<typeof InstituteTestSchema>;

/** /staff/tests/{id}: one test, from its set-up to its results. */
export default function StaffTestPage() {
  const { id } = useParams({ from: '/staff/tests/$id' });
  const test = useCall(getInstituteTest, { id: Number(id) }, { staleTime: 0 });
  return (
    <>
      <PageTitle
        back={{
          link: { to: '/staff/tests', search: { type: test.data?.is_assignment ? 'assignment' : 'test' } },
          label: 'Back to the tests',
        }}
      >
        {test.data?.name ?? 'Test'}
      </PageTitle>
      <Loaded query={test} skeleton={<Skeleton height={420} radius="lg" />}>
        {(data) => <Test test={data} />}
      </Loaded>
    </>
  );
}

function Test({ test }: { test: InstituteTest }) {
  const role = useUser()?.membership?.role ?? null;
  const canManage = hasRight(role, 'tests.manage');
  const badge = stateBadges[test.state];
  const open = test.steps.filter(({ is_done }) => !is_done).length;
  return (
    <>
      <div className={`flex flex-wrap items-center ${classes.head}`}>
        <div>
          <h2>{headlineOf(test, open)}</h2>
          <p className="text-14 text-ink-soft tabular">
            {test.exam} · {plural(test.question_count, 'question')} · {test.total_marks} marks · {formatMinutes(test.test_duration)} ·{' '}
            {windowInWords(test)}
          </p>
        </div>
        <span className={rows.badge} data-tone={badge.tone}>
          {badge.text}
        </span>
        <Ways test={test} isHallOpen={hasRight(role, 'hall.read')} areResultsOpen={hasRight(role, 'results.read')} canManage={canManage} />
      </div>
      <div className={`grid grid-cols-[minmax(0,1fr)_304px] items-start gap-16 max-62:grid-cols-1 ${classes.columns}`}>
        <div>
          {canManage && (
            <section className={card.card} aria-labelledby="window">
              <h3 id="window">Window and rules</h3>
              <SetUpForm key={test.id} test={test} />
            </section>
          )}
          {canManage && (
            <section className={card.card} aria-labelledby="students">
              <h3 id="students">Students</h3>
              <GiveTest test={test} />
              {test.given === 0 && <DeleteTest test={test} />}
            </section>
          )}
          <section className={card.card} aria-labelledby="questions">
            <h3 id="questions">Questions</h3>
            <ul className={`lined ${classes.sections}`}>
              {test.sections.map((section) => (
                <li key={`${section.subject_name} ${section.name} ${section.first_position}`}>
                  <span>
                    {section.subject_name}, {section.name}
                  </span>
                  <span className="tabular">
                    {plural(section.question_count, 'question')}
                    {section.attempt_limit !== null && `, any ${section.attempt_limit}`} · +{section.correct}{' '}
                    {section.incorrect < 0 ? `−${-section.incorrect}` : ''}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        </div>
        <Steps test={test} canTry={canManage} />
      </div>
    </>
  );
}

function headlineOf({ state, finished, given }: InstituteTest, open: number): string {
  if (state === 'published') return `Results are out for ${plural(finished, 'student')}`;
  if (state === 'over') return finished === 0 ? 'It is over; nobody sat it' : `It is over; ${plural(finished, 'student')} sat it`;
  if (state === 'running') return `Running, given to ${plural(given, 'student')}`;
  return open === 0 ? 'Everything is ready' : `${plural(open, 'step')} to go`;
}

interface WaysProps {
  test: InstituteTest;
  isHallOpen: boolean;
  areResultsOpen: boolean;
  canManage: boolean;
}

function Ways({ test, isHallOpen, areResultsOpen, canManage }: WaysProps) {
  const params = { id: String(test.id) };
  return (
    <div className={`flex flex-wrap gap-8 ml-auto max-62:w-full max-62:m-0 ${classes.ways}`}>
      {isHallOpen && test.given > 0 && (
        <ButtonLink to="/staff/tests/$id/hall" params={params} variant={test.state === 'running' ? 'filled' : 'default'}>
          Open the hall
        </ButtonLink>
      )}
      {areResultsOpen && test.finished > 0 && (
        <ButtonLink to="/staff/tests/$id/results" params={params} variant={isOver(test) ? 'filled' : 'default'}>
          Results
        </ButtonLink>
      )}
      {test.question_count > 0 && (
        <ButtonLink to="/staff/tests/$id/print" params={params} variant="default">
          Print
        </ButtonLink>
      )}
      {canManage && test.question_count > 0 && (
        <ButtonLink to="/staff/tests/$id/sheets" params={params} variant="default">
          Answer sheets
        </ButtonLink>
      )}
      {canManage && test.question_count > 0 && <CopyTest test={test} />}
    </div>
  );
}

const names: Record<InstituteTest['steps'][number]['step'], string> = {
  questions: 'Questions complete',
  window: 'Window set',
  students: 'Students given',
  code: 'Code made',
  tried: 'Tried once',
};

/** The steps of a test, done and missing, computed from its data. */
function Steps({ test, canTry }: { test: InstituteTest; canTry: boolean }) {
  return (
    <section className={card.card} aria-labelledby="steps">
      <h3 id="steps">Set-up</h3>
      <ul className={classes.steps}>
        {test.steps.map(({ step, is_done, detail }) => (
          <li key={step} data-done={is_done || undefined}>
            {is_done ? <IconCircleCheck size={22} aria-label="Done" /> : <IconCircleDashed size={22} aria-label="Open" />}
            <span>
              {names[step]}
              <small>{detail}</small>
            </span>
          </li>
        ))}
      </ul>
      {canTry && (
        <ButtonLink to="/staff/tests/$id/try" params={{ id: String(test.id) }} variant="default" fullWidth>
          Sit it yourself
        </ButtonLink>
      )}
      {canTry && <p className="text-14 text-ink-soft">On the real screen; nothing is stored.</p>}
    </section>
  );
}
