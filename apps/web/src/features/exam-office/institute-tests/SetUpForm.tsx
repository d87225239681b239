import {
  getInstituteTest,
  getInstituteTests,
  type InstituteTest as InstituteTestSchema,
  setUpTest,
} from '@abhyas/contract/exam-office/institute-tests';
import type { Value } from '@abhyas/contract/endpoint';
import { Button, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { callKey, queryClient, useSend } from '../../../platform/queries.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import forms from '../../../ui/forms.module.css';
import { fromField, toField } from '../../../ui/format.ts';
import { toast } from '../../../ui/toasts.ts';
import { isOver } from './test-states.ts';

type InstituteTest = Value<typeof InstituteTestSchema>;

/** Shows the test as the call returned it. */
export function keepTest(test: InstituteTest): void {
  queryClient.setQueryData(callKey(getInstituteTest, { id: test.id }), test);
  void queryClient.invalidateQueries({ queryKey: [getInstituteTests.route] });
}

const rules = [
  ['should_request_otp', 'Ask for a code', 'The test opens with a code that only staff see.'],
  ['can_lock_test', 'Lock when the window is left', 'A locked test continues with a code, or when you unlock it.'],
  ['is_exam_exact', 'Exam-exact screen', 'As in the exam: answers count after Save & Next, and the keyboard is off.'],
  ['allows_review', 'Questions and answers open once it is over', 'Otherwise they open when you publish.'],
] as const;

/** The form for the window, code, lock and review of a test. */
export function SetUpForm({ test }: { test: InstituteTest }) {
  const [opens, setOpens] = useState(toField(test.opens_at));
  const [closes, setCloses] = useState(toField(test.closes_at));
  const [ticks, setTicks] = useState({
    should_request_otp: test.should_request_otp,
    can_lock_test: test.can_lock_test,
    is_exam_exact: test.is_exam_exact,
    allows_review: test.allows_review,
  });
  const send = useSend(setUpTest, { ownFailures: true });
  const isBackwards = opens !== '' && closes !== '' && closes <= opens;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    send.mutate(
      { id: test.id, opens_at: fromField(opens), closes_at: fromField(closes), ...ticks },
      {
        onSuccess: (saved) => {
          keepTest(saved);
          toast.success('Saved.');
        },
      },
    );
  };
  return (
    <form onSubmit={submit}>
      <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-16`}>
        <TextInput type="datetime-local" label="Opens" value={opens} onChange={(event) => setOpens(event.currentTarget.value)} />
        <TextInput
          type="datetime-local"
          label="Closes"
          value={closes}
          onChange={(event) => setCloses(event.currentTarget.value)}
          error={isBackwards ? 'The test would close before it opens.' : undefined}
        />
      </div>
      {isOver(test) && (
        <p className="mt-12 mb-8 text-14 leading-reading text-ink-soft">
          It is over, and can be held again only if nobody may have seen its keys. Otherwise copy it, and hold the copy.
        </p>
      )}
      {rules
        .filter(([name]) => !test.is_assignment || name === 'allows_review')
        .map(([name, label, note]) => (
          <label key={name} className={forms.tick}>
            <input
              type="checkbox"
              checked={ticks[name]}
              onChange={(event) => setTicks({ ...ticks, [name]: event.currentTarget.checked })}
            />
            <span>
              {label}
              <small>{note}</small>
            </span>
          </label>
        ))}
      {send.error && <AlertLine>Not saved: {messageOf(send.error)}</AlertLine>}
      <div className={forms.actions}>
        <Button type="submit" variant="default" disabled={isBackwards} loading={send.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
