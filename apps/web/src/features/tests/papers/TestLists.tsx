import { testStatuses } from '@abhyas/contract/site/home';
import { Trans } from '@lingui/react';
import { Skeleton } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { serverNow } from '../../../platform/clock.ts';
import { i18n, named } from '../../../platform/language.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import {} from '../../../ui/format.ts';
import type { TestItem } from './papers.queries.ts';
import { CompletedTestRow, OpenTestRow } from './TestRow.tsx';
import classes from './TestLists.module.css';

interface Props {
  open: readonly TestItem[];
  completed: readonly TestItem[];
  /** Whether every test of the list is locked for this student. Otherwise see `is_locked` of each test. */
  areLocked: boolean;
  emptyTitle: string;
  noun?: 'test' | 'assignment';
}

const isUnderWay = ({ status }: TestItem) => status === testStatuses.in_progress;

/** The row with the filled button: the test in progress, otherwise the next test that can begin. */
function nextOf(open: readonly TestItem[], completed: readonly TestItem[], areLocked: boolean): TestItem | undefined {
  const canBegin = (test: TestItem) =>
    test.status === testStatuses.not_started &&
    !areLocked &&
    !test.is_locked &&
    (test.start_time === null || Date.parse(test.start_time) <= serverNow());
  return [...open, ...completed].find(isUnderWay) ?? open.find(canBegin);
}

/** Open tests by exam, then the section 'Completed'. */
export function TestLists({ open, completed, areLocked, emptyTitle, noun = 'test' }: Props) {
  if (open.length === 0 && completed.length === 0) {
    return (
      <EmptyState
        icon={<IconClipboardText size={26} />}
        title={emptyTitle}
        action={
          <ButtonLink to="/previous_paper" variant="light">
            {i18n.t('Previous Papers')}
          </ButtonLink>
        }
      >
        {noun === 'test'
          ? i18n.t('A test will be here as soon as it is published, with its date and a way to begin.')
          : i18n.t('An assignment will be here as soon as it is published, with its date and a way to begin.')}
      </EmptyState>
    );
  }
  const exams = [...new Set(open.map(({ exam }) => exam))];
  const groups = exams.map((exam) => ({ id: idOf(exam), title: named(exam), tests: open.filter((test) => test.exam === exam) }));
  const next = nextOf(open, completed, areLocked);
  const parts = groups.map(({ id, title, tests }) => ({ id, title, count: tests.length }));
  if (completed.length > 0) parts.push({ id: 'completed', title: i18n.t('Completed'), count: completed.length });
  return (
    <>
      {parts.length > 1 && (
        <nav className="flex gap-8 -mx-16 mb-24 px-16 strip" aria-label={i18n.t('Parts of the list')}>
          {parts.map(({ id, title, count }) => (
            <a
              key={id}
              href={`#${id}`}
              className={`flex items-center gap-8 text-14 text-ink-soft ${classes.part}`}
              aria-label={
                noun === 'test'
                  ? i18n.t('{title}, {count, plural, one {# test} other {# tests}}', { title, count })
                  : i18n.t('{title}, {count, plural, one {# assignment} other {# assignments}}', { title, count })
              }
            >
              {title} <strong>{count}</strong>
            </a>
          ))}
        </nav>
      )}
      {open.length === 0 && (
        <p className="mb-40 text-ink-soft">
          {noun === 'test'
            ? i18n.t('You have taken every test there is for now.')
            : i18n.t('You have taken every assignment there is for now.')}
        </p>
      )}
      {groups.map(({ id, title, tests }) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`} className={classes.group}>
          <h2 id={`${id}-title`} className="mb-12">
            {title}
          </h2>
          <ul className="border border-line rounded-card bg-surface">
            {tests.map((test) => (
              <OpenTestRow key={test.id} test={test} isLocked={areLocked || test.is_locked} isNext={test === next} />
            ))}
          </ul>
        </section>
      ))}
      {completed.length > 0 && (
        <section id="completed" aria-labelledby="completed-title" className={classes.group}>
          <h2 id="completed-title" className="mb-12">
            {i18n.t('Completed')}
          </h2>
          <ul className="border border-line rounded-card bg-surface">
            {completed.map((test) => (
              <CompletedTestRow key={test.id} test={test} isNext={test === next} />
            ))}
          </ul>
        </section>
      )}
      <p className={`text-14 text-ink-soft ${classes.answerFile}`}>
        <Trans id="Have an answer file? <0>Send it</0>" components={{ 0: <Link to="/answer_file" /> }} />
      </p>
    </>
  );
}

const idOf = (exam: string) => exam.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

export function TestListsSkeleton() {
  return [1, 2, 3, 4].map((row) => <Skeleton key={row} height={72} mb={2} radius="md" />);
}
