import { answerQuestionReports, getQuestionReports, problemLabels, REPORT_LENGTH } from '@abhyas/contract/exam-office/question-reports';
import type { Answer } from '@abhyas/contract/endpoint';
import { Button, Skeleton, Textarea } from '@mantine/core';
import { IconMessageReport } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { useCall, useSend } from '../../../platform/queries.ts';
import { Maths } from '../../../question/Maths.tsx';
import { preloadMaths } from '../../../question/maths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDate, plural } from '../../../ui/format.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { toast } from '../../../ui/toasts.ts';
import classes from './QuestionReportsPage.module.css';

type Reported = Answer<typeof getQuestionReports>['questions'][number];

const labels = new Map<number, string>(problemLabels);

/** /staff/question_reports: the students' reports on the institute's own questions, which are answered question by question. */
export default function QuestionReportsPage() {
  const { page = 1 } = useSearch({ from: '/staff/question_reports' });
  const navigate = useNavigate();
  const list = useCall(getQuestionReports, { page: Math.max(1, page) }, { keepPrevious: true, staleTime: 0 });
  const [answering, setAnswering] = useState<Reported | null>(null);
  useEffect(() => void preloadMaths(), []);
  const goTo = (to: number) => void navigate({ to: '/staff/question_reports', search: to > 1 ? { page: to } : {} });
  return (
    <>
      <PageTitle>Reported questions</PageTitle>
      <Loaded query={list} skeleton={<Rows />}>
        {({ total, questions, render_more_questions }) =>
          questions.length === 0 ? (
            <EmptyState icon={<IconMessageReport size={26} />} title="No open reports">
              Students’ reports on your institute’s own questions appear here. An answer goes to everybody who reported the question;
              correcting the key closes its reports.
            </EmptyState>
          ) : (
            <>
              <p className={`text-14 text-ink-soft ${classes.soft}`}>
                {plural(total, 'question')} with open reports, the most reported first
              </p>
              <ul className={rows.list}>
                {questions.map((question) => (
                  <ReportedQuestion key={question.question_id} question={question} onAnswer={() => setAnswering(question)} />
                ))}
              </ul>
              {(page > 1 || render_more_questions) && (
                <div className="flex justify-end gap-12 mt-16">
                  <Button variant="default" disabled={page <= 1} onClick={() => goTo(page - 1)}>
                    Previous
                  </Button>
                  <Button variant="default" disabled={!render_more_questions} onClick={() => goTo(page + 1)}>
                    Next
                  </Button>
                </div>
              )}
            </>
          )
        }
      </Loaded>
      {answering && (
        <AnswerDialog
          question={answering}
          onClose={() => setAnswering(null)}
          onAnswered={() => {
            setAnswering(null);
            void list.refetch();
          }}
        />
      )}
    </>
  );
}

function ReportedQuestion({ question, onAnswer }: { question: Reported; onAnswer: () => void }) {
  const { code, question_text, chapter_name, report_count, reports, first_reported_at } = question;
  return (
    <li className="grid gap-12 px-20 py-16">
      <div className="flex flex-wrap items-start justify-between gap-x-24 gap-y-12">
        <div className="flex-[1_1_280px] min-w-0">
          <p className={`text-14 text-ink-soft ${classes.soft}`}>
            {code} · {chapter_name} · since {formatDate(first_reported_at)}
          </p>
          <div className="max-w-[68ch]">
            <Maths text={question_text} />
          </div>
        </div>
        <Button variant="default" onClick={onAnswer} aria-label={`Answer the reports of ${code}`}>
          Answer {plural(report_count, 'report')}
        </Button>
      </div>
      <ul className={`grid gap-8 pl-16 border-l-3 border-line-strong text-14 ${classes.reports}`}>
        {reports.map(({ problem_type, message, reported_at }, at) => (
          <li key={`${reported_at} ${at}`}>
            <strong>{labels.get(problem_type)}</strong>
            {message !== null && <span className="min-w-0 whitespace-pre-line wrap-anywhere">{message}</span>}
            <span className={`text-14 text-ink-soft ${classes.soft}`}>{formatDate(reported_at)}</span>
          </li>
        ))}
        {report_count > reports.length && (
          <li className={`text-14 text-ink-soft ${classes.soft}`}>and {plural(report_count - reports.length, 'earlier report')}</li>
        )}
      </ul>
    </li>
  );
}

function AnswerDialog({ question, onClose, onAnswered }: { question: Reported; onClose: () => void; onAnswered: () => void }) {
  const [reply, setReply] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const send = useSend(answerQuestionReports, { ownFailures: true });
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (reply.trim() === '') {
      setProblem('Write an answer.');
      return;
    }
    send.mutate(
      { question_id: question.question_id, reply: reply.trim() },
      {
        onSuccess: ({ closed }) => {
          toast.success(`${plural(closed, 'report')} closed; the students were notified.`);
          onAnswered();
        },
        onError: (failure) => setProblem(messageOf(failure)),
      },
    );
  }
  return (
    <FormDialog
      onClose={onClose}
      title={`Answer the reports of ${question.code}`}
      size={520}
      onSubmit={submit}
      back="Cancel"
      actions={
        <Button type="submit" loading={send.isPending}>
          Send and close
        </Button>
      }
    >
      <Textarea
        size="md"
        label="Your answer"
        description="Goes to everybody who reported this question. Students who may not see its solution yet only learn that it was looked into."
        value={reply}
        error={problem}
        maxLength={REPORT_LENGTH}
        autosize
        minRows={3}
        maxRows={8}
        data-autofocus
        onChange={({ currentTarget }) => {
          setReply(currentTarget.value);
          setProblem(null);
        }}
      />
    </FormDialog>
  );
}

const Rows = () => [1, 2, 3].map((row) => <Skeleton key={row} height={120} mb={8} radius="lg" />);
