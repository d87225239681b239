import { i18n } from '../../../platform/language.ts';
import { Button } from '@mantine/core';
import { ExamFields } from '../../../question/ExamFields.tsx';
import { useGoals } from '../../../question/goals.queries.ts';
import card from '../../../ui/card.module.css';
import type { Plan } from './plan.queries.ts';
import classes from './TodayCard.module.css';

/** Asks for exam and year until the student answers or skips the question. */
export function ExamQuestion({ exams }: { exams: Plan['exams'] }) {
  const skip = useGoals();
  return (
    <section className={`${card.card} flex flex-wrap items-center justify-between ${classes.examQuestion}`} aria-labelledby="exam">
      <h2 id="exam">{i18n.t('Which exam are you preparing for?')}</h2>
      <ExamFields exams={exams}>
        <Button variant="subtle" disabled={skip.isPending} onClick={() => skip.mutate({ exam: null })}>
          {i18n.t('Skip')}
        </Button>
      </ExamFields>
    </section>
  );
}
