import { correctKey, getCorrections, tryCorrection } from '@abhyas/contract/exam-office/key-corrections';
import { getPaperResults, getQuestionStatistics } from '@abhyas/contract/exam-office/results';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconArrowRight, IconFlask } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useSend } from '../../../platform/queries.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { formatNumber, plural } from '../../../ui/format.ts';
import rows from '../../../ui/rows.module.css';
import table from '../../../ui/table.module.css';
import { toast } from '../../../ui/toasts.ts';
import { keyInWords, keyOfText } from '../../../question/keys.ts';
import type { QuestionRow } from './OddQuestions.tsx';
import classes from './TestResultsPage.module.css';

type Wanted = Pick<Input<typeof tryCorrection>, 'keys' | 'correction'>;
type Dry = Answer<typeof tryCorrection>;

/** Fetches the figures of a paper again after a few seconds, when a job has marked its attempts again. */
export function refreshResults(): void {
  const refresh = () => {
    for (const endpoint of [getPaperResults, getQuestionStatistics, getCorrections])
      void queryClient.invalidateQueries({ queryKey: [endpoint.route] });
  };
  refresh();
  for (const wait of [2_000, 6_000]) setTimeout(refresh, wait);
}

const hows = [
  ['key', 'New key'],
  ['dropped', 'Marks to all'],
  ['bonus', 'Marks to those who answered'],
] as const;
type How = (typeof hows)[number][0];

/** Asks for the new key of a question, shows what it would change, and corrects it. */
export function CorrectKey({ paperId, question, onClose }: { paperId: number; question: QuestionRow; onClose: () => void }) {
  const { question_id, number, question_type, accepted_answers, languages, doubts } = question;
  const [how, setHow] = useState<How>('key');
  const [options, setOptions] = useState<readonly number[]>([]);
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const dry = useSend(tryCorrection, { ownFailures: true });
  const correct = useSend(correctKey, { ownFailures: true });
  const wanted = wantedOf(how, question_type, options, text);

  const tryOut = (next: Wanted | null) => {
    dry.reset();
    correct.reset();
    if (next) dry.mutate({ id: paperId, question_id, ...next });
  };
  const choose = (option: number) => {
    const next = options.includes(option) ? options.filter((other) => other !== option) : [...options, option].toSorted((a, b) => a - b);
    setOptions(next);
    tryOut(wantedOf(how, question_type, next, text));
  };
  const submit = () =>
    wanted &&
    correct.mutate(
      { id: paperId, question_id, ...wanted, reason },
      {
        onSuccess: () => {
          toast.success(`The key of question ${number} is corrected; every attempt is marked again.`);
          refreshResults();
          onClose();
        },
      },
    );
  return (
    <>
      <div className="flex items-center justify-between gap-12">
        <h3>Question {number}, correct the key</h3>
        <CloseButton aria-label="Close" onClick={onClose} size="lg" />
      </div>
      <p className={classes.keyNow}>
        Key now <strong>{accepted_answers.length === 0 ? 'not shown to you yet' : keyInWords(accepted_answers)}</strong>
      </p>
      {languages && (
        <p className="text-14 text-ink-soft">
          In English {formatNumber(languages.english_right)} of {formatNumber(languages.english)} right, in Hindi{' '}
          {formatNumber(languages.hindi_right)} of {formatNumber(languages.hindi)}.
          {doubts.some((doubt) => doubt === 'harder_in_hindi' || doubt === 'harder_in_english') &&
            ' Students of the same level differ more than chance explains: read both texts side by side.'}
        </p>
      )}
      <fieldset className={`${classes.hows} flex flex-wrap gap-8 mx-0 mt-0 mb-16`}>
        <legend>Correct by</legend>
        {hows.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="how"
              checked={how === value}
              onChange={() => {
                setHow(value);
                tryOut(wantedOf(value, question_type, options, text));
              }}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {how === 'key' && question_type === 1 && (
        <TextInput
          label="New key: a number, or a range as 0.74 to 0.80"
          value={text}
          maxLength={40}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={() => tryOut(wanted)}
        />
      )}
      {how === 'key' && question_type !== 1 && (
        <fieldset className={`${classes.newKey} flex flex-wrap gap-8 mx-0 mt-0 mb-16`}>
          <legend>{question_type === 2 ? 'New key: all of these together' : 'New key: any of these counts'}</legend>
          {[1, 2, 3, 4].map((option) => (
            <label key={option}>
              <input type="checkbox" checked={options.includes(option)} onChange={() => choose(option)} />
              <span>{option}</span>
            </label>
          ))}
        </fieldset>
      )}
      {dry.isPending && <p className="text-14 leading-reading text-ink-soft">Marking every attempt by the new key …</p>}
      {dry.error && <AlertLine>{messageOf(dry.error)}</AlertLine>}
      {dry.data && wanted && <DryRun dry={dry.data} />}
      {dry.data && wanted && (
        <TextInput
          label="Reason, for the log and for the students"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          mt="md"
        />
      )}
      {correct.error && <AlertLine>Not corrected, nothing changed. {messageOf(correct.error)}</AlertLine>}
      <div className="grid grid-cols-[auto_1fr] gap-12 mt-20">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!dry.data || !wanted || reason.trim() === ''} loading={correct.isPending} onClick={submit}>
          Correct the key
        </Button>
      </div>
    </>
  );
}

/** The entered key; null while it is incomplete. */
function wantedOf(how: How, question_type: number, options: readonly number[], text: string): Wanted | null {
  if (how !== 'key') return { correction: how };
  if (question_type === 1) {
    const key = keyOfText(text);
    return key === null ? null : { keys: [key] };
  }
  if (options.length === 0) return null;
  return { keys: question_type === 2 ? [[...options]] : [...options] };
}

function DryRun({ dry: { differences, kept, students, ranks_changed, farthest_fall, tells, other_papers } }: { dry: Dry }) {
  const changed = differences.reduce((sum, each) => sum + each.students, 0);
  return (
    <div aria-live="polite">
      <p className="mb-8">
        <span className={rows.badge} data-tone="warning">
          <IconFlask size={14} aria-hidden />
          Dry run, nothing changed
        </span>
      </p>
      <p className="leading-text">
        <strong>{plural(changed, 'student')}</strong> {changed === 1 ? 'gets' : 'get'} another score, <strong>{formatNumber(kept)}</strong>{' '}
        keep theirs.
      </p>
      {changed > 0 && (
        <ul className={`${classes.differences} flex gap-4 my-12`}>
          {differences.map(({ by, students: count }) => (
            <li key={by} data-gain={by > 0 || undefined} style={{ flexGrow: count }}>
              <strong>{by > 0 ? `+${by}` : `−${-by}`}</strong> {formatNumber(count)} {by > 0 ? 'gain' : 'lose'}
            </li>
          ))}
        </ul>
      )}
      {students.length > 0 && (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">Rank</th>
              <th scope="col" className={table.word}>
                Student
              </th>
              <th scope="col">Score</th>
            </tr>
          </thead>
          <tbody>
            {students.map((student) => (
              <tr key={student.id}>
                <td>
                  <Change from={student.rank_before} to={student.rank_after} isGain={student.rank_after < student.rank_before} />
                </td>
                <td className={table.word}>{student.name ?? 'Without a name'}</td>
                <td>
                  <Change from={student.before} to={student.after} isGain={student.after > student.before} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="text-14 leading-reading text-ink-soft">
        {plural(ranks_changed, 'rank')} {ranks_changed === 1 ? 'changes' : 'change'}
        {farthest_fall > 0 ? `; the farthest falls ${plural(farthest_fall, 'place')}` : ''}. {plural(tells, 'student')}{' '}
        {tells === 1 ? 'is' : 'are'} notified.
        {other_papers.length > 0 &&
          ` The question is in ${other_papers.join(', ')} too, which ${other_papers.length === 1 ? 'is' : 'are'} marked again.`}{' '}
        You can undo this.
      </p>
    </div>
  );
}

function Change({ from, to, isGain }: { from: number; to: number; isGain: boolean }) {
  return (
    <span className={`inline-flex items-center gap-4 ${classes.change}`}>
      {formatNumber(from)} <IconArrowRight size={14} aria-label="to" />{' '}
      <strong data-gain={from === to ? undefined : isGain}>{formatNumber(to)}</strong>
    </span>
  );
}
