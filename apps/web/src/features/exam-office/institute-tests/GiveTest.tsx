import {
  assignTest,
  getStudentsOfTest,
  type InstituteTest as InstituteTestSchema,
  takeBackTest,
} from '@abhyas/contract/exam-office/institute-tests';
import type { Value } from '@abhyas/contract/endpoint';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import { formatNumber, plural } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { toast } from '../../../ui/toasts.ts';
import classes from './StaffTestPage.module.css';
import { keepTest } from './SetUpForm.tsx';

type InstituteTest = Value<typeof InstituteTestSchema>;

/** Assigns the test to everybody, to classrooms, or to single students. */
export function GiveTest({ test }: { test: InstituteTest }) {
  const { id, given, student_count, classrooms } = test;
  const [isChoosing, setChoosing] = useState(false);
  const send = useSend(assignTest, { ownFailures: true });
  const give = (whom: { everybody: true } | { classroom_ids: number[] }) =>
    send.mutate(
      { id, ...whom },
      {
        onSuccess: (saved) => {
          keepTest(saved);
          void queryClient.invalidateQueries({ queryKey: [getStudentsOfTest.route] });
          toast.success(`Given to ${plural(saved.given - given, 'more student', 'more students')}.`);
        },
      },
    );
  return (
    <>
      <p className="text-14 leading-reading text-ink-soft">
        {given === 0
          ? `None of the ${plural(student_count, 'student')} has it yet.`
          : `${formatNumber(given)} of ${plural(student_count, 'student')} have it.`}{' '}
        Added students are notified at once.
      </p>
      {classrooms.length > 0 && (
        <ul className={`lined ${classes.sections}`}>
          {classrooms.map((classroom) => (
            <li key={classroom.id}>
              <span>
                {classroom.name}{' '}
                <span className="text-14 leading-reading text-ink-soft">{`${classroom.given} of ${classroom.students}`}</span>
              </span>
              <Button
                variant="default"
                size="sm"
                disabled={classroom.given === classroom.students || send.isPending}
                onClick={() => give({ classroom_ids: [classroom.id] })}
                aria-label={`Give to ${classroom.name}`}
              >
                {classroom.students > 0 && classroom.given === classroom.students ? 'Has it' : 'Give'}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {send.error && <AlertLine>Not given: {messageOf(send.error)}</AlertLine>}
      <div className={forms.actions}>
        <Button variant="default" onClick={() => setChoosing(true)} disabled={student_count === 0}>
          Choose students
        </Button>
        <Button
          variant="default"
          loading={send.isPending}
          disabled={student_count === 0 || given >= student_count}
          onClick={() => give({ everybody: true })}
        >
          Give to everybody
        </Button>
      </div>
      {isChoosing && <ChooseStudents test={test} onClose={() => setChoosing(false)} />}
    </>
  );
}

const mostShown = 200;

/** Chooses the students who have the test. A student who has begun it keeps it. */
function ChooseStudents({ test: { id }, onClose }: { test: InstituteTest; onClose: () => void }) {
  const list = useCall(getStudentsOfTest, { id }, { staleTime: 0, ownFailures: true });
  const students = list.data?.students ?? [];
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [text, setText] = useState('');
  const give = useSend(assignTest, { ownFailures: true });
  const takeBack = useSend(takeBackTest, { ownFailures: true });
  const words = text.trim().toLowerCase();
  const shown = students.filter(({ name, given_id }) => words === '' || `${name ?? ''} ${given_id ?? ''}`.toLowerCase().includes(words));
  const idsOf = (isGiven: boolean) =>
    students.filter((one) => one.is_given !== isGiven && changed.get(one.id) === isGiven).map((one) => one.id);
  const [added, removed] = [idsOf(true), idsOf(false)];
  const save = async () => {
    if (added.length > 0) keepTest(await give.mutateAsync({ id, student_ids: added }));
    if (removed.length > 0) keepTest(await takeBack.mutateAsync({ id, student_ids: removed }));
    toast.success('Saved.');
    onClose();
  };
  const failure = give.error ?? takeBack.error;
  return (
    <FormDialog
      onClose={onClose}
      title="Choose students"
      size={520}
      failure={failure && `Not saved: ${messageOf(failure)}`}
      actions={
        <Button
          disabled={added.length + removed.length === 0}
          loading={give.isPending || takeBack.isPending}
          onClick={() => void save().catch(() => undefined)}
        >
          Save
        </Button>
      }
    >
      <TextInput
        aria-label="Name or roll number"
        placeholder="Name or roll number"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <Loaded query={list} skeleton={<Skeleton height={200} mt="md" />}>
        {() => (
          <>
            <fieldset className={forms.pick}>
              <legend>Students</legend>
              {shown.slice(0, mostShown).map(({ id: student_id, name, given_id, is_given, has_begun }) => (
                <label key={student_id}>
                  <input
                    type="checkbox"
                    disabled={has_begun}
                    checked={changed.get(student_id) ?? is_given}
                    onChange={(event) => setChanged(new Map(changed).set(student_id, event.currentTarget.checked))}
                  />
                  <span>
                    {name ?? 'Without a name'}
                    <small>{[given_id, has_begun ? 'has begun' : null].filter(Boolean).join(' · ')}</small>
                  </span>
                </label>
              ))}
            </fieldset>
            {shown.length === 0 && <p className="text-14 leading-reading text-ink-soft">No student matches.</p>}
            {shown.length > mostShown && (
              <p className="text-14 leading-reading text-ink-soft">{formatNumber(shown.length - mostShown)} more: search for a name.</p>
            )}
          </>
        )}
      </Loaded>
    </FormDialog>
  );
}
