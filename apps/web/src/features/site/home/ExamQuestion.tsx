import { daysToExam } from '@abhyas/exam/practice/day-plan';
import { Button } from '@mantine/core';
import { useState } from 'react';
import card from '../../../ui/card.module.css';
import layoutStyles from '../../../ui/layout.module.css';
import { type Plan, useGoals } from './plan.queries.ts';
import classes from './TodayCard.module.css';

const YEARS_AHEAD = 4;

/** Asks for exam and year until the student answers or skips the question; the years begin with that of the next exam. */
export function ExamQuestion({ exams }: { exams: Plan['exams'] }) {
  const choose = useGoals();
  const [today] = useState(() => new Date());
  const [exam, setExam] = useState(exams[0] ?? 'NEET');
  const [chosen, setYear] = useState('');
  const years = Array.from({ length: YEARS_AHEAD + 1 }, (_, at) => today.getFullYear() + at)
    .filter((each) => daysToExam(exam, each, today) !== null)
    .slice(0, YEARS_AHEAD)
    .map(String);
  const year = years.includes(chosen) ? chosen : (years[0] ?? '');
  return (
    <section className={`${card.card} ${layoutStyles.spread} ${classes.examQuestion}`} aria-labelledby="exam">
      <h2 id="exam">Which exam are you preparing for?</h2>
      <div className={`${layoutStyles.cluster8} ${classes.examFields}`}>
        <select
          aria-label="Exam"
          value={exam}
          onChange={({ currentTarget: { value } }) => setExam(exams.find((name) => name === value) ?? exam)}
        >
          {exams.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <select aria-label="Year" value={year} onChange={(event) => setYear(event.currentTarget.value)}>
          {years.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <Button variant="default" loading={choose.isPending} onClick={() => choose.mutate({ exam: { name: exam, year: Number(year) } })}>
          Save
        </Button>
        <Button variant="subtle" disabled={choose.isPending} onClick={() => choose.mutate({ exam: null })}>
          Skip
        </Button>
      </div>
    </section>
  );
}
