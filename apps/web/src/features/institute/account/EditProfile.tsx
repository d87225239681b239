import { i18n, translated } from '../../../platform/language.ts';
import type { Answer } from '@abhyas/contract/endpoint';
import { type courseTypes, exams, type getProfile } from '@abhyas/contract/institute/profile';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { serverNow } from '../../../platform/clock.ts';
import { messageOf } from '../../../platform/failure.ts';
import type { User } from '../../../platform/user.ts';
import { inOneLine } from '../../../ui/format.ts';
import { toast } from '../../../ui/toasts.ts';
import { examYears } from '../../../ui/years.ts';
import { useSaveProfile } from './account.queries.ts';

type Course = (typeof courseTypes)[number];
const none = () => ({ value: '', label: i18n.t('Not chosen') });

interface Props {
  user: User;
  profile: Answer<typeof getProfile>;
  onClose: () => void;
}

/** Name, and for students course, exam and year. */
export function EditProfile({ user, profile, onClose }: Props) {
  const [name, setName] = useState(user.name ?? '');
  const [course, setCourse] = useState<Course | null>(user.course);
  const [exam, setExam] = useState(profile.exam);
  const [year, setYear] = useState(profile.exam_year);
  const save = useSaveProfile();
  const years = [...new Set([...examYears(serverNow()), ...(profile.exam_year ? [profile.exam_year] : [])])].toSorted((a, b) => a - b);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '' || save.isPending) return;
    const fields = {
      name: inOneLine(name),
      ...(course ? { course } : {}),
      ...(exam ? { exam } : {}),
      ...(year ? { exam_year: year } : {}),
    };
    save.mutate(fields, {
      onSuccess: ({ message }) => {
        toast.success(message);
        onClose();
      },
    });
  }

  return (
    <form className="grid gap-16 mt-20" onSubmit={submit}>
      <TextInput
        label={i18n.t('Your name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={80}
        size="md"
        autoComplete="name"
        autoFocus
      />
      {user.type === 'Student' && (
        <>
          <NativeSelect
            label={i18n.t('Course')}
            size="md"
            value={course ?? ''}
            onChange={(event) => setCourse((event.currentTarget.value || null) as Course | null)}
            data={[
              ...(user.course ? [] : [none()]),
              { value: 'MED', label: i18n.t('Medical') },
              { value: 'ENG', label: i18n.t('Engineering') },
              { value: 'MED_ENG', label: i18n.t('Both') },
            ]}
          />
          <div className="grid grid-cols-[1fr_1fr] gap-16">
            <NativeSelect
              label={i18n.t('Exam')}
              size="md"
              value={exam ?? ''}
              onChange={(event) => setExam((event.currentTarget.value || null) as typeof exam)}
              data={[...(profile.exam ? [] : [none()]), ...exams.map((value) => ({ value, label: translated(value) }))]}
            />
            <NativeSelect
              label={i18n.t('Year')}
              size="md"
              value={String(year ?? '')}
              onChange={(event) => setYear(Number(event.currentTarget.value) || null)}
              data={[...(profile.exam_year ? [] : [none()]), ...years.map(String)]}
            />
          </div>
        </>
      )}
      {save.error && (
        <p className="text-14 text-incorrect" role="alert">
          {messageOf(save.error)}
        </p>
      )}
      <div className="ends">
        <Button variant="default" onClick={onClose}>
          {i18n.t('Cancel')}
        </Button>
        <Button type="submit" disabled={name.trim() === ''} loading={save.isPending}>
          {i18n.t('Save')}
        </Button>
      </div>
    </form>
  );
}
