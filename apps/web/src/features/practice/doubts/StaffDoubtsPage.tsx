import { doubtLists, getDoubts, settleDoubtReport, showDoubt } from '@abhyas/contract/practice/doubts';
import type { Answer } from '@abhyas/contract/endpoint';
import { hasRight } from '@abhyas/contract/institute/rights';
import { Skeleton } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { useCall, useSend } from '../../../platform/queries.ts';
import { useUser } from '../../../platform/user.ts';
import { preloadMaths } from '../../../question/maths.ts';
import { useListLanguages } from '../../../question/useQuestionLanguages.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LinkTabs } from '../../../ui/LinkTabs.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { subjectColor } from '../../../ui/subject.ts';
import { toast } from '../../../ui/toasts.ts';
import { AnswerDialog } from './AnswerDialog.tsx';
import { type Act, QueueRow } from './QueueRow.tsx';
import type { QueuedDoubt } from './queued-doubt.ts';
import { RefuseDialog } from './RefuseDialog.tsx';

type List = (typeof doubtLists)[number];
type Queue = Answer<typeof getDoubts>;

const labels: Record<List, string> = { waiting: 'Waiting', answered: 'Answered', reported: 'Reported' };

/** /staff/doubts: the doubts of the institute's students, the oldest waiting one first. */
export default function StaffDoubtsPage() {
  const { list = 'waiting', subject, page = 1 } = useSearch({ from: '/staff/doubts' });
  const asked = { list, page: Math.max(1, page), ...(subject === undefined ? {} : { subject }) };
  const doubts = useCall(getDoubts, asked, { keepPrevious: true, staleTime: 0 });
  const role = useUser()?.membership?.role ?? null;
  useEffect(() => void preloadMaths(), []);
  const lists = doubtLists.filter((each) => each !== 'reported' || hasRight(role, 'doubts.settle'));
  return (
    <>
      <PageTitle>Doubts</PageTitle>
      <Loaded query={doubts} skeleton={<Skeletons />}>
        {(queue) => (
          <>
            <LinkTabs
              label="Lists"
              tabs={lists.map((each) => ({
                label: labels[each],
                link: { to: '/staff/doubts', search: each === 'waiting' ? {} : { list: each } },
                isCurrent: each === list,
                ...countOf(each, queue),
              }))}
            />
            {list === 'waiting' && queue.waiting.length > 1 && (
              <LinkTabs
                label="Subjects"
                isWithin
                tabs={[
                  { label: 'All subjects', link: { to: '/staff/doubts' }, isCurrent: subject === undefined },
                  ...queue.waiting.map(({ subject: name, count }) => ({
                    label: name,
                    link: { to: '/staff/doubts' as const, search: { subject: name } },
                    isCurrent: name === subject,
                    count,
                    color: subjectColor(name),
                  })),
                ]}
              />
            )}
            <Doubts queue={queue} list={list} isStale={doubts.isPlaceholderData} onChange={() => void doubts.refetch()} />
            {(page > 1 || queue.render_more_doubts) && (
              <nav className={rows.pages} aria-label="Pages">
                {page > 1 && (
                  <ButtonLink variant="default" to="/staff/doubts" search={{ ...asked, page: page - 1 }}>
                    Previous
                  </ButtonLink>
                )}
                {queue.render_more_doubts && (
                  <ButtonLink variant="default" to="/staff/doubts" search={{ ...asked, page: page + 1 }}>
                    Next
                  </ButtonLink>
                )}
              </nav>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function countOf(list: List, { waiting, reported_count }: Queue) {
  if (list === 'waiting') return { count: waiting.reduce((sum, { count }) => sum + count, 0) };
  return list === 'reported' ? { count: reported_count } : {};
}

const emptyWords: Record<List, { title: string; text: string }> = {
  waiting: { title: 'No doubt is waiting.', text: 'Doubts of your students appear here, the oldest first. They ask below a question.' },
  answered: {
    title: 'No answers yet.',
    text: 'Answered doubts are listed here, the newest first. Answers can be changed and shown to all.',
  },
  reported: { title: 'No answer is reported.', text: 'Answers that a student reports appear here. You decide whether they stay.' },
};

interface DoubtsProps {
  queue: Queue;
  list: List;
  isStale: boolean;
  onChange: () => void;
}

const nothing = () => undefined;
const english = () => 'en' as const;

function Doubts({ queue: { doubts, questions, comprehension_questions, translated }, list, isStale, onChange }: DoubtsProps) {
  const languages = useListLanguages(translated, true, nothing, english);
  const [open, setOpen] = useState<{ act: 'answer' | 'refuse'; doubt: QueuedDoubt } | null>(null);
  const show = useSend(showDoubt, { ownFailures: true });
  const settle = useSend(settleDoubtReport, { ownFailures: true });
  const byId = new Map(questions.map((question) => [question.id, question]));
  const passages = new Map(comprehension_questions.map((passage) => [passage.id, passage]));
  const firstWaiting = doubts.find(({ answer, is_held }) => answer === null && !is_held)?.id;
  const close = () => setOpen(null);
  const done = (words?: string) => {
    if (words !== undefined) toast.success(words);
    close();
    onChange();
  };
  const onError = (failure: Error) => toast.error(messageOf(failure));
  const act = (doubt: QueuedDoubt, what: Act) => {
    if (what === 'answer' || what === 'refuse') setOpen({ act: what, doubt });
    else if (what === 'show')
      show.mutate({ id: doubt.id, shown_text: doubt.text }, { onSuccess: () => done('Shown to all students.'), onError });
    else if (what === 'hide')
      show.mutate({ id: doubt.id, shown_text: null }, { onSuccess: () => done('Only the student reads it now.'), onError });
    else
      settle.mutate(
        { id: doubt.id, keeps_answer: what === 'keep' },
        { onSuccess: () => done(what === 'keep' ? 'The answer stays.' : 'The answer is taken back; the doubt waits again.'), onError },
      );
  };
  if (doubts.length === 0)
    return (
      <EmptyState icon={<IconMessageQuestion size={26} />} title={emptyWords[list].title}>
        {emptyWords[list].text}
      </EmptyState>
    );
  return (
    <>
      <ul className={rows.list} aria-busy={isStale}>
        {doubts.map((doubt) => {
          const question = byId.get(doubt.question_id);
          return (
            question && (
              <QueueRow
                key={doubt.id}
                doubt={doubt}
                question={question}
                passage={passages.get(question.comprehension_question_id ?? 0) ?? null}
                languages={languages}
                isBusy={show.isPending || settle.isPending}
                isFirst={doubt.id === firstWaiting}
                onAct={(what) => act(doubt, what)}
              />
            )
          );
        })}
      </ul>
      {open?.act === 'answer' && <AnswerDialog doubt={open.doubt} onClose={close} onAnswered={() => done()} />}
      {open?.act === 'refuse' && (
        <RefuseDialog doubt={open.doubt} onClose={close} onRefused={() => done('Refused; the student reads your reason.')} />
      )}
    </>
  );
}

const Skeletons = () => (
  <div className="grid gap-8">
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} height={140} radius="lg" />
    ))}
  </div>
);
