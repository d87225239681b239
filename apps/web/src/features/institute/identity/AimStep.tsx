import { i18n } from '../../../platform/language.ts';
import { exams } from '@abhyas/contract/institute/profile';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { serverNow } from '../../../platform/clock.ts';
import { messageOf } from '../../../platform/failure.ts';
import type { User } from '../../../platform/user.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { examYears } from '../../../ui/years.ts';
import classes from './SignInPage.module.css';
import { useStoreAim } from './sign-in.queries.ts';

type Exam = (typeof exams)[number];

const examsOf: Record<NonNullable<User['course']>, readonly Exam[]> = {
  // not translated: names of exams
  ENG: ['JEE Main', 'JEE Advanced', /*i18n*/ 'Another exam'],
  MED: ['NEET', /*i18n*/ 'Another exam'],
  MED_ENG: exams,
};

/** Asks for exam and year, which the student may skip. */
export function AimStep({ user, onDone }: { user: User; onDone: (user: User) => void }) {
  const [exam, setExam] = useState<Exam | null>(null);
  const [year, setYear] = useState<number | null>(null);
  const store = useStoreAim();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (store.isPending) return;
    const fields = { ...(exam ? { exam } : {}), ...(year ? { exam_year: year } : {}) };
    store.mutate(fields, { onSuccess: ({ auth }) => onDone(auth.user) });
  }

  const choices = <T extends string | number>(
    legend: string,
    name: string,
    all: readonly T[],
    chosen: T | null,
    choose: (value: T) => void,
  ) => (
    <fieldset className={`flex flex-wrap gap-8 ${classes.chips}`}>
      <legend>{legend}</legend>
      {all.map((value) => (
        <label
          key={value}
          className={`relative flex items-center min-h-44 px-16 border border-line-strong rounded-control cursor-pointer ${classes.chip}`}
        >
          <input type="radio" name={name} value={value} checked={chosen === value} onChange={() => choose(value)} />
          <span className="tabular">{typeof value === 'string' ? i18n.t(value) : value}</span>
        </label>
      ))}
    </fieldset>
  );

  return (
    <form onSubmit={submit}>
      <PageTitle inPage windowTitle={i18n.t('Your exam')}>
        {i18n.t('What do you aim at?')}
      </PageTitle>
      <p className={classes.lead}>{i18n.t('You can leave this out, and change it in My Account.')}</p>
      {choices(i18n.t('Exam'), 'exam', examsOf[user.course ?? 'MED_ENG'], exam, setExam)}
      {choices(i18n.t('Year'), 'year', examYears(serverNow()), year, setYear)}
      {store.error && (
        <p className="mt-12 text-14 text-incorrect" role="alert">
          {messageOf(store.error)}
        </p>
      )}
      <div className="grid grid-cols-[1fr_1fr] gap-12 mt-24">
        <Button variant="default" size="lg" onClick={() => onDone(user)}>
          {i18n.t('Skip')}
        </Button>
        <Button type="submit" size="lg" disabled={exam === null && year === null} loading={store.isPending}>
          {i18n.t('Save')}
        </Button>
      </div>
    </form>
  );
}
