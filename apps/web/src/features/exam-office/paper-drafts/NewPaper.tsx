import { createPaperDraft, getPaperDrafts, getQuestionPool } from '@abhyas/contract/exam-office/paper-drafts';
import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import { SubjectField } from './SectionForm.tsx';
import { patterns, type Plan, planOfChapters, planOfPreset, subjectsOfExam } from './patterns.ts';

const exams = Object.keys(subjectsOfExam) as Plan['exam'][];
const counts = [10, 20, 30, 45, 60];

/** Begins a paper in the pattern of an exam, or a test on chosen chapters. */
export function NewPaper({ onClose }: { onClose: () => void }) {
  const [pattern, setPattern] = useState(0);
  const [typed, setName] = useState<string | null>(null);
  const [exam, setExam] = useState<Plan['exam']>('NEET');
  const [subject, setSubject] = useState(2);
  const [count, setCount] = useState(30);
  const [chapters, setChapters] = useState<readonly number[]>([]);
  const send = useSend(createPaperDraft, { ownFailures: true });
  const navigate = useNavigate();
  const chosen = patterns[pattern];
  const pool = useCall(getQuestionPool, { exam }, { enabled: !chosen, ownFailures: true });
  const offered = pool.data?.chapters.filter(({ subject_id }) => subject_id === subject) ?? [];
  const named = offered.filter(({ id }) => chapters.includes(id));
  const usual = chosen
    ? `${chosen.name} test`
    : `Chapter test: ${named.map(({ name }) => name).join(', ') || 'no chapter yet'}`.slice(0, 120);
  const name = typed ?? usual;
  const begin = (event: SyntheticEvent) => {
    event.preventDefault();
    const plan = chosen ? planOfPreset(chosen.preset, chosen.exam) : planOfChapters(exam, subject, chapters, count);
    send.mutate(
      { name, plan },
      {
        onSuccess: ({ id }) => {
          void queryClient.invalidateQueries({ queryKey: [getPaperDrafts.route] });
          void navigate({ to: '/staff/papers/$id', params: { id: String(id) } });
        },
      },
    );
  };
  const failure = send.error ?? (chosen ? null : pool.error);
  return (
    <FormDialog
      onClose={onClose}
      title="New paper"
      size={520}
      onSubmit={begin}
      failure={failure && messageOf(failure)}
      actions={
        <Button type="submit" disabled={name.trim() === '' || (!chosen && chapters.length === 0)} loading={send.isPending}>
          Begin
        </Button>
      }
    >
      <fieldset className={forms.pick}>
        <legend>Pattern</legend>
        {patterns.map((one, at) => (
          <label key={one.preset}>
            <input type="radio" name="pattern" checked={at === pattern} onChange={() => setPattern(at)} />
            <span>{one.name}</span>
          </label>
        ))}
        <label>
          <input type="radio" name="pattern" checked={!chosen} onChange={() => setPattern(patterns.length)} />
          <span>
            Chapter test
            <small>Chosen chapters of one subject; you can add sections later.</small>
          </span>
        </label>
      </fieldset>
      {!chosen && (
        <>
          <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-16 mb-16`}>
            <label className="grid gap-4 text-14 font-medium">
              Exam
              <select
                className={forms.select}
                value={exam}
                onChange={(event) => {
                  setExam(event.currentTarget.value as Plan['exam']);
                  setSubject(2);
                  setChapters([]);
                }}
              >
                {exams.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            </label>
            <SubjectField
              exam={exam}
              value={subject}
              onChange={(id) => {
                setSubject(id);
                setChapters([]);
              }}
            />
            <label className="grid gap-4 text-14 font-medium">
              Questions
              <select className={forms.select} value={count} onChange={(event) => setCount(Number(event.currentTarget.value))}>
                {counts.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            </label>
          </div>
          <fieldset className={forms.pick} aria-busy={pool.isFetching}>
            <legend>Chapters</legend>
            {offered.map(({ id, name: label, counts: cells }) => (
              <label key={id}>
                <input
                  type="checkbox"
                  checked={chapters.includes(id)}
                  onChange={(event) => setChapters(event.currentTarget.checked ? [...chapters, id] : chapters.filter((one) => one !== id))}
                />
                <span>
                  {label}
                  <small>
                    {cells.filter(({ question_type }) => question_type === 0).reduce((sum, cell) => sum + cell.count, 0)} to choose from
                  </small>
                </span>
              </label>
            ))}
          </fieldset>
        </>
      )}
      <TextInput label="Name" maxLength={120} value={name} onChange={(event) => setName(event.currentTarget.value)} />
    </FormDialog>
  );
}
