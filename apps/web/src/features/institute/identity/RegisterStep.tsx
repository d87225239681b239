import { i18n } from '../../../platform/language.ts';
import type { Answer } from '@abhyas/contract/endpoint';
import type { updateProfile } from '@abhyas/contract/institute/identity';
import type { courseTypes } from '@abhyas/contract/institute/profile';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { inOneLine } from '../../../ui/format.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { toast } from '../../../ui/toasts.ts';
import classes from './SignInPage.module.css';
import { useRegister } from './sign-in.queries.ts';

type Saved = Answer<typeof updateProfile>;
type Course = (typeof courseTypes)[number];

const courses: readonly { value: Course; label: string; subjects: string }[] = [
  { value: 'MED', label: /*i18n*/ 'Medical', subjects: /*i18n*/ 'Physics, Chemistry, Biology' },
  { value: 'ENG', label: /*i18n*/ 'Engineering', subjects: /*i18n*/ 'Physics, Chemistry, Maths' },
  { value: 'MED_ENG', label: /*i18n*/ 'Both', subjects: /*i18n*/ 'All four subjects' },
];

const ages = { least: 8, most: 100 };

/** The form for name, course and age. Save is enabled once all three are given. */
export function RegisterStep({ name: given, onSaved }: { name: string | null; onSaved: (answer: Saved) => void }) {
  const [name, setName] = useState(given ?? '');
  const [age, setAge] = useState('');
  const [isAgeMissing, setAgeMissing] = useState(false);
  const [course, setCourse] = useState<Course | null>(null);
  const register = useRegister();
  const isComplete = name.trim() !== '' && course !== null && age !== '';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete || register.isPending) return;
    const years = Number(age);
    if (years < ages.least || years > ages.most) {
      setAgeMissing(true);
      return;
    }
    register.mutate(
      { name: inOneLine(name), course, age: years },
      { onSuccess: onSaved, onError: (error) => toast.error(messageOf(error)) },
    );
  }

  return (
    <form onSubmit={submit}>
      <PageTitle inPage windowTitle={i18n.t('Register')}>
        {i18n.t('About you')}
      </PageTitle>
      <div className="grid grid-cols-[1fr_96px] gap-12">
        <TextInput
          label={i18n.t('Your name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={80}
          size="lg"
          autoComplete="name"
          autoFocus
        />
        <TextInput
          label={i18n.t('Age')}
          value={age}
          onChange={(event) => {
            setAge(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 3));
            setAgeMissing(false);
          }}
          error={isAgeMissing}
          aria-describedby={isAgeMissing ? 'age-error' : undefined}
          size="lg"
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      {isAgeMissing && (
        <p id="age-error" className="mt-12 text-14 text-incorrect" role="alert">
          {i18n.t('Enter your age in years.')}
        </p>
      )}
      <fieldset className={`grid gap-8 ${classes.courses}`}>
        <legend>{i18n.t('You prepare for')}</legend>
        {courses.map(({ value, label, subjects }) => (
          <label
            key={value}
            className={`flex items-center gap-16 min-h-64 px-16 py-8 border border-line-strong rounded-control cursor-pointer ${classes.course}`}
          >
            <input type="radio" name="course" value={value} checked={course === value} onChange={() => setCourse(value)} />
            <span>
              {i18n.t(label)}
              <small>{i18n.t(subjects)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {register.error && <p className="mt-12 text-14 text-incorrect">{messageOf(register.error)}</p>}
      <Button type="submit" fullWidth size="lg" mt="lg" disabled={!isComplete} loading={register.isPending}>
        {i18n.t('Save')}
      </Button>
    </form>
  );
}
