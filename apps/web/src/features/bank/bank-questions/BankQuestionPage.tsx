// Contents: the page · writing · reading
import type { QuestionFault } from '@abhyas/contract/bank/authored-keys';
import type { BankContent } from '@abhyas/contract/bank/bank-content';
import { getBankPassages, getBankQuestion, getBankQuestions, getBankTopics } from '@abhyas/contract/bank/bank-questions';
import { Button, Skeleton } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { queryClient, useCall } from '../../../platform/queries.ts';
import { preloadMaths } from '../../../question/maths.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import card from '../../../ui/card.module.css';
import { formatDateTime, plural } from '../../../ui/format.ts';
import forms from '../../../ui/forms.module.css';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { SaveLine } from '../../../ui/SaveLine.tsx';
import { Acts } from './Acts.tsx';
import { stateBadges } from './bank-words.ts';
import { shownPassage } from './content-shown.ts';
import { Differences, Versions } from './Differences.tsx';
import { Preview } from './Preview.tsx';
import { type Chapters, QuestionForm } from './QuestionForm.tsx';
import { type BankQuestion, useBankDraft } from './useBankDraft.ts';

const back = { link: { to: '/staff/bank' }, label: 'Back to the questions' } as const;

/** /staff/bank/{id}: a question of the institute, which is written, reviewed or read. */
export default function BankQuestionPage() {
  const { id } = useParams({ from: '/staff/bank/$id' });
  const question = useCall(getBankQuestion, { id: Number(id) }, { staleTime: Number.POSITIVE_INFINITY });
  const topics = useCall(getBankTopics, {}, { staleTime: 600_000 });
  useEffect(() => void preloadMaths(), []);
  const [round, setRound] = useState(0);
  const reload = async () => {
    void queryClient.invalidateQueries({ queryKey: [getBankQuestions.route] });
    await question.refetch();
    setRound(round + 1);
  };
  useEffect(
    () => () => {
      // The next visit must not begin with the text as it was when this visit began.
      queryClient.removeQueries({ queryKey: [getBankQuestion.route] });
      void queryClient.invalidateQueries({ queryKey: [getBankQuestions.route] });
    },
    [],
  );
  return (
    <>
      <PageTitle back={back}>Question</PageTitle>
      <Loaded query={topics} skeleton={<Skeleton height={420} radius="lg" />}>
        {({ chapters }) => (
          <Loaded query={question} skeleton={<Skeleton height={420} radius="lg" />}>
            {(data) => <OpenedQuestion key={`${id} ${round}`} opened={data} chapters={chapters} onReload={reload} />}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

/** The faults of a text, found by the checks of the importer shortly after the last key press. */
function useFaults(content: BankContent, before: BankQuestion['faults']): readonly Pick<QuestionFault, 'path' | 'what'>[] {
  const [faults, setFaults] = useState<readonly Pick<QuestionFault, 'path' | 'what'>[]>(before);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      void import('@abhyas/contract/bank/content-faults').then(
        ({ faultsOfContent }) => isCurrent && setFaults(faultsOfContent(content)),
        // Without the code of the checks, the server finds the faults when the text is saved.
        () => undefined,
      );
    }, 250);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [content]);
  return faults;
}

interface OpenedProps {
  opened: BankQuestion;
  chapters: Chapters;
  onReload: () => Promise<void>;
}

function OpenedQuestion({ opened, chapters, onReload }: OpenedProps) {
  // A later answer, as after a cut of the network, must not replace the text that is being written.
  const [question] = useState(opened);
  const draft = useBankDraft(question);
  const { content } = draft;
  const passages = useCall(getBankPassages, {}, { enabled: content.type === 'comprehension', staleTime: 0 });
  const faults = useFaults(content, question.faults);
  const [areVersionsOpen, setVersionsOpen] = useState(false);
  const chapter = chapters.find(({ topics }) => topics.some(({ id }) => id === content.topic_id));
  const topicName = (id: number | null) => chapters.flatMap(({ topics }) => topics).find((topic) => topic.id === id)?.name ?? '';
  const written = passages.data?.passages.find(({ id }) => id === content.passage_id);
  const passage = written
    ? shownPassage(written.id, written.content)
    : content.passage_id === question.passage?.id
      ? question.passage
      : null;
  const isDraft = question.state === 'draft';
  const faultsOf = (...path: (string | number)[]) =>
    faults.flatMap((fault) => (fault.path.length === path.length && fault.path.every((part, at) => part === path[at]) ? [fault.what] : []));
  const faultsBelow = (...path: (string | number)[]) =>
    path.length === 1 && path[0] === 'keys' ? faults.flatMap((fault) => (fault.path[0] === 'keys' ? [fault.what] : [])) : faultsOf(...path);
  const preview = (
    <Preview
      content={content}
      passage={content.type === 'comprehension' ? passage : null}
      place={{ subject_id: chapter?.subject_id ?? 1, chapter_name: chapter?.name ?? '' }}
    />
  );
  return (
    <>
      <Head
        question={question}
        save={isDraft ? <SaveLine save={draft.save} isKept={draft.isKept} /> : null}
        onVersions={() => setVersionsOpen(true)}
      />
      <div className="grid gap-12">
        {isDraft && (
          <p role="status" className="text-14 text-ink-soft">
            {faults.length === 0 ? 'No faults.' : `${plural(faults.length, 'fault')} to correct before the review.`}
          </p>
        )}
        <div className="flex flex-wrap gap-8">
          {isDraft && (
            <Button
              variant="default"
              loading={draft.save === 'saving'}
              disabled={draft.save === 'saved' || draft.conflict !== null}
              onClick={() => void draft.send()}
            >
              Save
            </Button>
          )}
          <Acts question={question} versionForAct={isDraft ? draft.send : async () => question.version} onDone={onReload} />
        </div>
        {draft.message && <AlertLine>{draft.message}</AlertLine>}
        {draft.isFromDevice && (
          <p className="text-14 leading-reading text-ink-soft">These changes were kept on this device and are not saved yet.</p>
        )}
      </div>
      {draft.conflict && (
        <section className={`${card.card} mt-16`} aria-labelledby="conflict">
          <h2 id="conflict">This question was changed elsewhere</h2>
          <p className="text-14 leading-reading text-ink-soft">From the saved text to the text of this device:</p>
          <Differences before={draft.conflict.content} after={content} topicName={topicName} />
          <div className={forms.actions}>
            <Button variant="default" onClick={() => draft.settle('server')}>
              Use the saved text
            </Button>
            <Button onClick={() => draft.settle('device')}>Use this device’s text</Button>
          </div>
        </section>
      )}
      <div
        className="grid grid-cols-[minmax(0,1fr)_minmax(0,400px)] items-start gap-24 mt-16 max-62:grid-cols-1"
        onKeyDown={(event) => saveByKey(event, isDraft ? () => void draft.send() : null)}
      >
        {isDraft ? (
          <section className={card.card} aria-label="Text of the question">
            <QuestionForm content={content} chapters={chapters} faultsOf={faultsBelow} onEdit={draft.edit} />
          </section>
        ) : (
          <Facts question={question} chapterName={chapter?.name ?? ''} topicName={topicName(content.topic_id)} />
        )}
        <div className="sticky top-80 max-h-[calc(100dvh-96px)] overflow-y-auto max-62:static max-62:max-h-none">{preview}</div>
      </div>
      {areVersionsOpen && <Versions id={question.id} topicName={topicName} onClose={() => setVersionsOpen(false)} />}
    </>
  );
}

/** Ctrl+S or ⌘S saves the text. */
function saveByKey(event: KeyboardEvent, save: (() => void) | null): void {
  if (!save || event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  save();
}

function Head({ question, save, onVersions }: { question: BankQuestion; save: ReactNode; onVersions: () => void }) {
  const badge = stateBadges[question.state];
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-center justify-between gap-12">
        <span className="flex items-center gap-12">
          <span className={rows.badge} data-tone={badge.tone}>
            {badge.text}
          </span>
          <span className="text-14 text-ink-soft">
            {formatDateTime(question.changed_at)}
            {question.changed_by === null ? '' : `, ${question.changed_by}`}
          </span>
        </span>
        <span className="flex items-center gap-12">
          {save}
          <Button variant="subtle" onClick={onVersions}>
            Versions
          </Button>
        </span>
      </div>
      {question.remark !== null && (
        <p className="px-12 py-8 rounded-control bg-warning-soft" role="note">
          <strong>To change:</strong> {question.remark}
        </p>
      )}
      {question.follows_id !== null && (
        <p className="text-14 text-ink-soft">
          Once approved, it replaces{' '}
          <Link className="font-semibold text-accent no-underline" to="/staff/bank/$id" params={{ id: String(question.follows_id) }}>
            this question
          </Link>
          .
        </p>
      )}
    </div>
  );
}

/** A question that cannot be changed now, with its use. */
function Facts({ question, chapterName, topicName }: { question: BankQuestion; chapterName: string; topicName: string }) {
  const { content, papers, is_asked, is_key_withheld, followed_by, state } = question;
  return (
    <section className={`${card.card} grid gap-12`} aria-labelledby="facts">
      <h2 id="facts">About this question</h2>
      <p className="text-14 leading-reading text-ink-soft">
        {chapterName}, {topicName}. Difficulty {content.difficulty}. {content.for === 'practice' ? 'For practice.' : 'For papers only.'}
      </p>
      {is_key_withheld && (
        <p className="text-14 leading-reading text-ink-soft">
          This question is in a test that has not ended yet. Its answer and solution are shown after the test.
        </p>
      )}
      {state === 'approved' && is_asked && (
        <p className="text-14 leading-reading text-ink-soft">
          Students may have seen this question, so its text stays. Write a replacement to change the text; correct a wrong key on the page
          of the test’s results.
        </p>
      )}
      {followed_by !== null && (
        <p className="text-14 leading-reading text-ink-soft">
          <Link className="font-semibold text-accent no-underline" to="/staff/bank/$id" params={{ id: String(followed_by) }}>
            Its replacement
          </Link>
        </p>
      )}
      {papers.length > 0 && (
        <>
          <h3>Papers with this question</h3>
          <ul className="grid gap-8">
            {papers.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
