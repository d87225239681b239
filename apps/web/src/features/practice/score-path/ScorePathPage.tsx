import { getScorePath } from '@abhyas/contract/practice/score-path';
import { Trans } from '@lingui/react';
import { Button, NumberInput, Skeleton } from '@mantine/core';
import { IconTargetArrow } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { i18n, named } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { ExamFields } from '../../../question/ExamFields.tsx';
import { useGoals } from '../../../question/goals.queries.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import cards from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDate, formatNumber } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { onDemand } from '../../../ui/on-demand.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { subjectColor } from '../../../ui/subject.ts';
import table from '../../../ui/table.module.css';
import { chapterReason, chaptersFinding, type ChosenExam, levelFinding, type ScorePath } from './score-path-words.ts';
import classes from './ScorePathPage.module.css';

// The chart library is larger than the rest of the page and is loaded after it.
const ScoresChart = onDemand(() => import('./ScoresChart.tsx'), { fallback: <Skeleton height={240} /> });

/** /score_path: mock tests on the way to the target score, and the chapters that are worth the most marks. */
export default function ScorePathPage() {
  const path = useCall(getScorePath, {});
  return (
    <>
      <PageTitle back={{ link: { to: '/my_progress' }, label: i18n.t('My Progress') }}>{i18n.t('Score Path')}</PageTitle>
      <Loaded query={path} skeleton={<Skeleton height={420} radius="lg" />}>
        {(data) => (data.exam ? <Path path={data} exam={data.exam} /> : <NoExam exams={data.exams} />)}
      </Loaded>
    </>
  );
}

function NoExam({ exams }: Pick<ScorePath, 'exams'>) {
  return (
    <EmptyState
      icon={<IconTargetArrow size={26} />}
      title={i18n.t('Which exam are you preparing for?')}
      action={<ExamFields exams={exams} />}
    >
      {i18n.t('Then choose the score you aim at, and see your mock tests on the way to it.')}
    </EmptyState>
  );
}

function Path({ path, exam }: { path: ScorePath; exam: ChosenExam }) {
  return (
    <>
      <div className={`grid gap-16 ${classes.grid}`}>
        <Target key={`${exam.name} ${path.target_score}`} exam={exam} target={path.target_score} />
        <Tests path={path} exam={exam} />
        <Chapters path={path} exam={exam} />
      </div>
      <p className="mt-16 text-12 text-ink-soft">
        {i18n.t(
          'A path, not a promise: marks are estimated from the pattern of {name}, how often mock tests ask a chapter, and your answers in practice and in your latest three mock tests. They say nothing about ranks or colleges. Only your first attempt at a test counts.',
          { name: exam.name },
        )}
      </p>
    </>
  );
}

/** The target with the days that are left; a form while there is none or while it is changed. */
function Target({ exam, target }: { exam: ChosenExam; target: number | null }) {
  const choose = useGoals();
  const [isChanging, setChanging] = useState(target === null);
  const [score, setScore] = useState<number | string>(target ?? '');
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (typeof score === 'number') choose.mutate({ target_score: score });
  };
  return (
    <section className={`${cards.card} min-62:col-span-full`} aria-labelledby="target">
      <div className="flex flex-wrap items-center justify-between gap-x-24 gap-y-12">
        <div>
          <h2 id="target" className="text-16 leading-text">
            {i18n.t('Target for {name} {year}', { name: exam.name, year: exam.year })}
          </h2>
          <p className="text-14 text-ink-soft">
            {exam.days === null
              ? i18n.t('The exam has passed.')
              : exam.days === 0
                ? i18n.t('The exam is today.')
                : i18n.t('{days, plural, one {# day} other {# days}} to the exam.', { days: exam.days })}
          </p>
        </div>
        {isChanging ? (
          <form onSubmit={save} className="flex flex-wrap gap-8">
            <NumberInput
              label={i18n.t('Score you aim at')}
              description={i18n.t('1 to {full_marks} marks', { full_marks: exam.full_marks })}
              value={score}
              onChange={setScore}
              min={1}
              max={exam.full_marks}
              allowDecimal={false}
              required
            />
            <div className="flex flex-wrap self-end gap-8">
              <Button type="submit" loading={choose.isPending} disabled={typeof score !== 'number'}>
                {i18n.t('Save')}
              </Button>
              {target !== null && (
                <>
                  <Button variant="default" onClick={() => setChanging(false)}>
                    {i18n.t('Cancel')}
                  </Button>
                  <Button variant="subtle" disabled={choose.isPending} onClick={() => choose.mutate({ target_score: null })}>
                    {i18n.t('Remove')}
                  </Button>
                </>
              )}
            </div>
          </form>
        ) : (
          <div className="flex items-center gap-16">
            <p className={classes.score}>
              <Trans
                id="<0>{score}</0> of {full_marks}"
                components={{ 0: <b /> }}
                values={{ score: formatNumber(target ?? 0), full_marks: formatNumber(exam.full_marks) }}
              />
            </p>
            <Button variant="default" onClick={() => setChanging(true)}>
              {i18n.t('Change')}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

function Tests({ path, exam }: { path: ScorePath; exam: ChosenExam }) {
  const { tests } = path;
  return (
    <section className={cards.card} aria-labelledby="tests">
      <h2 id="tests" className="text-16 leading-text">
        {i18n.t('Mock tests')}
      </h2>
      <p className="mt-4 mb-16 text-14 text-ink-soft">{levelFinding(path, exam)}</p>
      {tests.length === 0 ? (
        <ButtonLink to="/mock" variant="default">
          {i18n.t('See the Test Series')}
        </ButtonLink>
      ) : (
        <>
          {tests.length > 1 && (
            <div aria-hidden>
              <ScoresChart
                data={tests.toReversed().map(({ finished_at, scaled_score }) => ({ name: formatDate(finished_at), Score: scaled_score }))}
                fullMarks={exam.full_marks}
                target={path.target_score}
              />
            </div>
          )}
          <div className={table.scroll}>
            <table className={table.table}>
              <thead>
                <tr>
                  <th scope="col">{i18n.t('Test')}</th>
                  <th scope="col">{i18n.t('Score')}</th>
                  <th scope="col">{i18n.t('Of {full_marks}', { full_marks: formatNumber(exam.full_marks) })}</th>
                  <th scope="col">{i18n.t('Percentile')}</th>
                </tr>
              </thead>
              <tbody>
                {tests.map(({ paper_id, name, finished_at, score, max_score, scaled_score, percentile }) => (
                  <tr key={paper_id}>
                    <th scope="row">
                      <Link to="/test_report/$id" params={{ id: String(paper_id) }}>
                        {named(name)}
                      </Link>
                      <span className="block text-14 font-regular text-ink-soft tabular">{formatDate(finished_at)}</span>
                    </th>
                    <td className="whitespace-nowrap">
                      {i18n.t('{score} of {max_score}', { score: formatNumber(score), max_score: formatNumber(max_score) })}
                    </td>
                    <td>{formatNumber(scaled_score)}</td>
                    <td>{percentile === null ? '–' : percentile.toFixed(2)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {tests.some(({ percentile }) => percentile === null) && (
            <p className="mt-16 text-12 text-ink-soft">{i18n.t('A percentile is shown once 20 students have taken the test.')}</p>
          )}
        </>
      )}
    </section>
  );
}

function Chapters({ path: { chapters, target_score }, exam }: { path: ScorePath; exam: ChosenExam }) {
  return (
    <section className={cards.card} aria-labelledby="chapters">
      <h2 id="chapters" className="text-16 leading-text">
        {i18n.t('Where the marks are')}
      </h2>
      <p className="mt-4 mb-16 text-14 text-ink-soft">
        {target_score === null
          ? i18n.t('Choose a target, and the chapters worth the most marks are listed here.')
          : chapters.length === 0
            ? i18n.t('Your answers meet the target in every chapter.')
            : chaptersFinding(chapters)}
      </p>
      <ol className="list-none">
        {chapters.map((chapter) => (
          <li
            key={chapter.id}
            className={`${classes.chapter} flex items-center justify-between gap-16 min-h-64 py-8 pl-12 border-l-3 border-(--subject)`}
            style={{ '--subject': subjectColor(chapter.subject_name) }}
          >
            <span>
              <Link to="/chapter/$id" params={{ id: String(chapter.id) }}>
                {named(chapter.name)}
              </Link>
              <span className="text-14 text-ink-soft tabular">
                {i18n.t(chapter.subject_name)}. {chapterReason(chapter, exam)}
              </span>
            </span>
            <b className="flex-none tabular">{chapter.marks < 1 ? i18n.t('under 1') : `+${formatNumber(Math.round(chapter.marks))}`}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}
