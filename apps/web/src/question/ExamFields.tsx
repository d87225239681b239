import { daysToExam, type Exam } from '@abhyas/exam/practice/day-plan';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { i18n } from '../platform/language.ts';
import classes from './ExamFields.module.css';
import { useGoals } from './goals.queries.ts';

const YEARS_AHEAD = 4;

/** Saves the student's exam and its year; the years begin with that of the next exam. */
export function ExamFields({ exams, children }: { exams: readonly Exam[]; children?: ReactNode }) {
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
    <div className={`flex flex-wrap gap-8 ${classes.fields}`}>
      <select
        aria-label={i18n.t('Exam')}
        value={exam}
        onChange={({ currentTarget: { value } }) => setExam(exams.find((name) => name === value) ?? exam)}
      >
        {exams.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select aria-label={i18n.t('Year')} value={year} onChange={(event) => setYear(event.currentTarget.value)}>
        {years.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <Button variant="default" loading={choose.isPending} onClick={() => choose.mutate({ exam: { name: exam, year: Number(year) } })}>
        {i18n.t('Save')}
      </Button>
      {children}
    </div>
  );
}
