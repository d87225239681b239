import { enterAnswerSheets, giveMarksOfSheets, withdrawAnswerSheets } from '@abhyas/contract/exam-office/answer-sheets';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { formatDateTime, formatNumber, plural } from '../../../ui/format.ts';
import { toast } from '../../../ui/toasts.ts';
import { refreshSheets, type SheetsOfTest } from './sheets.queries.ts';

type Asking = 'enter' | 'withdraw' | 'marks' | null;

/** The acts on all sheets: entering the ready ones, taking back, giving marks in a test on paper. */
export function EnterSheets({ test }: { test: SheetsOfTest }) {
  const [asking, setAsking] = useState<Asking>(null);
  const ready = test.sheets.filter(({ state }) => state === 'ready').length;
  const entered = test.sheets.filter(({ state }) => state === 'entered').length;
  return (
    <>
      <div className="flex flex-wrap gap-12">
        <Button disabled={ready === 0} onClick={() => setAsking('enter')}>
          {ready === 0 ? 'No sheet is ready' : `Enter ${plural(ready, 'sheet')}`}
        </Button>
        {entered > 0 && test.offline_tests.length > 0 && (
          <Button variant="default" onClick={() => setAsking('marks')}>
            Give marks in an offline test
          </Button>
        )}
        {entered > 0 && !test.is_published && (
          <Button variant="default" onClick={() => setAsking('withdraw')}>
            Take entered sheets back
          </Button>
        )}
      </div>
      {entered > 0 && test.is_published && (
        <p className="text-14 text-ink-soft">The results are published, so entered sheets stay. Publish again after entering more.</p>
      )}
      {asking === 'enter' && <EnterDialog test={test} count={ready} onClose={() => setAsking(null)} />}
      {asking === 'withdraw' && <WithdrawDialog test={test} count={entered} onClose={() => setAsking(null)} />}
      {asking === 'marks' && <MarksDialog test={test} onClose={() => setAsking(null)} />}
    </>
  );
}

interface Props {
  test: SheetsOfTest;
  count: number;
  onClose: () => void;
}

/** Repeats an act that handles some of the students in each call, and returns the number of all. */
function useParts(onDone: (count: number) => void, part: () => Promise<{ done: number; left: number }>) {
  const [state, setState] = useState<{ isBusy: boolean; failure: string | null }>({ isBusy: false, failure: null });
  const act = async () => {
    setState({ isBusy: true, failure: null });
    let count = 0;
    try {
      for (let left = 1; left > 0; ) {
        const outcome = await part();
        count += outcome.done;
        left = outcome.left;
      }
      await refreshSheets();
      onDone(count);
    } catch (failure) {
      await refreshSheets();
      setState({ isBusy: false, failure: messageOf(failure) });
    }
  };
  return { ...state, act };
}

function EnterDialog({ test, count, onClose }: Props) {
  const done = (students: number) => {
    toast.success(`Entered ${plural(students, 'student')}.`);
    onClose();
  };
  const { isBusy, failure, act } = useParts(done, async () => {
    const { entered, left } = await call(enterAnswerSheets, { id: test.id });
    return { done: entered, left };
  });
  return (
    <FormDialog
      title={`Enter ${plural(count, 'sheet')}?`}
      onClose={onClose}
      isBusy={isBusy}
      failure={failure}
      actions={
        <Button loading={isBusy} onClick={() => void act()}>
          Enter
        </Button>
      }
    >
      <p>
        The answers are marked like those of a test on the screen. Students see their score at once, and their rank after you publish the
        results. Until then you can take the sheets back.
      </p>
    </FormDialog>
  );
}

function WithdrawDialog({ test, count, onClose }: Props) {
  const done = (students: number) => {
    toast.success(`Took back the sheets of ${plural(students, 'student')}.`);
    onClose();
  };
  const { isBusy, failure, act } = useParts(done, async () => {
    const { withdrawn, left } = await call(withdrawAnswerSheets, { id: test.id });
    return { done: withdrawn, left };
  });
  return (
    <FormDialog
      title={`Take ${plural(count, 'sheet')} back?`}
      onClose={onClose}
      isBusy={isBusy}
      failure={failure}
      focusesBack
      actions={
        <Button color="red" loading={isBusy} onClick={() => void act()}>
          Take back
        </Button>
      }
    >
      <p>The attempts and their marks are deleted. The sheets stay loaded, so you can mend and enter them again.</p>
    </FormDialog>
  );
}

function MarksDialog({ test, onClose }: Omit<Props, 'count'>) {
  const [id, setId] = useState(test.offline_tests[0]?.id ?? 0);
  const [state, setState] = useState<{ isBusy: boolean; failure: string | null }>({ isBusy: false, failure: null });
  const give = async () => {
    setState({ isBusy: true, failure: null });
    try {
      const { given, others } = await call(giveMarksOfSheets, { id: test.id, offline_test_id: id });
      toast.success(
        `Gave marks to ${plural(given, 'student')}.${others > 0 ? ` ${formatNumber(others)} with a sheet are not in that test.` : ''}`,
      );
      onClose();
    } catch (failure) {
      setState({ isBusy: false, failure: messageOf(failure) });
    }
  };
  return (
    <FormDialog
      title="Give marks in an offline test"
      onClose={onClose}
      isBusy={state.isBusy}
      failure={state.failure}
      actions={
        <Button loading={state.isBusy} onClick={() => void give()}>
          Give marks
        </Button>
      }
    >
      <div className="grid gap-16">
        <NativeSelect
          label="Offline test"
          data-autofocus
          value={id}
          onChange={({ target }) => setId(Number(target.value))}
          data={test.offline_tests.map((one) => ({
            value: String(one.id),
            label: `${one.name}, ${formatDateTime(one.start_date)}, ${formatNumber(one.total_mark)} marks`,
          }))}
        />
        <p>Its students see these marks at once. A total below zero counts as zero, with a remark.</p>
      </div>
    </FormDialog>
  );
}
