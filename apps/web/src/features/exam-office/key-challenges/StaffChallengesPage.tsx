import { getKeyChallenges, keepKey, openKeyChallenges, publishFinalKeys } from '@abhyas/contract/exam-office/key-challenges';
import { getQuestionStatistics } from '@abhyas/contract/exam-office/results';
import type { Answer } from '@abhyas/contract/endpoint';
import { Button, Skeleton, Textarea, TextInput } from '@mantine/core';
import { IconGavel } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { serverNow } from '../../../platform/clock.ts';
import { messageOf } from '../../../platform/failure.ts';
import { callKey, queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { useServerNow } from '../../../platform/useServerNow.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { preloadMaths } from '../../../question/maths.ts';
import { Question } from '../../../question/Question.tsx';
import type { PassageContent } from '../../../question/question-content.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDateTime, fromField, plural, toField } from '../../../ui/format.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { toast } from '../../../ui/toasts.ts';
import { keyInWords } from '../../../question/keys.ts';
import { claimInWords, keyStateInWords } from './claims.ts';
import classes from './KeyChallenges.module.css';

type Challenges = Answer<typeof getKeyChallenges>;
type Challenged = Challenges['questions'][number];

const dayMs = 86_400_000;
const refresh = (id: number) => void queryClient.invalidateQueries({ queryKey: callKey(getKeyChallenges, { id }) });

/** /staff/tests/{id}/key_challenges: opens the keys of a test for challenges, and decides the challenges question by question. */
export default function StaffChallengesPage() {
  const { id } = useParams({ from: '/staff/tests/$id/key_challenges' });
  const list = useCall(getKeyChallenges, { id: Number(id) }, { staleTime: 0 });
  useEffect(() => void preloadMaths(), []);
  return (
    <>
      <PageTitle
        back={{ link: { to: '/staff/tests/$id/results', params: { id } }, label: 'Back to the results' }}
        windowTitle={list.data ? `Key challenges: ${list.data.name}` : 'Key challenges'}
      >
        Key challenges
      </PageTitle>
      <Loaded query={list} skeleton={<Skeleton height={320} radius="lg" />}>
        {(data) => <KeyChallenges id={Number(id)} challenges={data} />}
      </Loaded>
    </>
  );
}

function KeyChallenges({
  id,
  challenges: { name, window, other_shifts, questions, comprehension_questions },
}: {
  id: number;
  challenges: Challenges;
}) {
  const now = useServerNow(30_000);
  const statistics = useCall(getQuestionStatistics, { id }, { staleTime: 0, ownFailures: true });
  const [dialog, setDialog] = useState<'open' | 'publish' | null>(null);
  const [keeping, setKeeping] = useState<Challenged | null>(null);
  const byId = new Map(statistics.data?.questions.map((question) => [question.question_id, question]));
  const passages = new Map(comprehension_questions.map((passage) => [passage.id, passage]));
  const isOver = window !== null && Date.parse(window.closes_at) <= now;
  const isFinal = window !== null && window.final_at !== null;
  const undecided = questions.filter(({ decision }) => decision === null).length;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-12 mb-16">
        <div>
          <h2>{name}</h2>
          <p className="text-14 text-ink-soft" role="status">
            {window ? `${keyStateInWords(window, now)}.` : 'The keys are not open for challenges.'}{' '}
            {questions.length > 0 &&
              (undecided === 0 ? 'Every challenged key is decided.' : `${plural(undecided, 'challenged key')} to decide.`)}
          </p>
          {window && !isFinal && (!isOver || undecided > 0) && (
            <p className="text-14 text-ink-soft">
              The final key can be published once the challenges have ended and every challenged key is decided.
            </p>
          )}
          {other_shifts.length > 0 && <p className="text-14 text-ink-soft">Held together with {other_shifts.join(', ')}.</p>}
        </div>
        {!isFinal && (
          <div className="flex flex-wrap gap-8">
            <Button variant={window ? 'default' : 'filled'} onClick={() => setDialog('open')}>
              {window ? 'Change the end' : 'Open the keys for challenges'}
            </Button>
            {window && (
              <Button disabled={!isOver || undecided > 0} onClick={() => setDialog('publish')}>
                Publish the final key
              </Button>
            )}
          </div>
        )}
      </div>
      {statistics.error && <AlertLine>The keys could not be loaded. {messageOf(statistics.error)}</AlertLine>}
      {window === null ? (
        <EmptyState icon={<IconGavel size={26} />} title="Let students check the key">
          Students who sat the test see their answers beside the provisional key, and challenge a key with a reason until a date that you
          choose. You decide question by question, then publish the final key. Solutions stay closed until you open the questions.
        </EmptyState>
      ) : questions.length === 0 ? (
        <EmptyState icon={<IconGavel size={26} />} title="Nobody has challenged a key.">
          {isFinal
            ? 'The final key is the provisional one, or as you corrected it.'
            : isOver
              ? 'You can publish the final key.'
              : 'Challenges appear here by question, the most challenged first.'}
        </EmptyState>
      ) : (
        <ul className={rows.list}>
          {questions.map((each) => (
            <ChallengedQuestion
              key={each.question_id}
              each={each}
              keyWords={keyInWords(byId.get(each.question_id)?.accepted_answers ?? [])}
              isFinal={isFinal}
              paperId={id}
              passage={passages.get(each.question.comprehension_question_id ?? 0) ?? null}
              onKeep={() => setKeeping(each)}
            />
          ))}
        </ul>
      )}
      {dialog === 'open' && <OpenDialog id={id} closesAt={window?.closes_at ?? null} onClose={() => setDialog(null)} />}
      {dialog === 'publish' && <PublishDialog id={id} onClose={() => setDialog(null)} />}
      {keeping && <KeepDialog id={id} each={keeping} onClose={() => setKeeping(null)} />}
    </>
  );
}

const nothing = () => undefined;

interface QuestionProps {
  each: Challenged;
  keyWords: string;
  isFinal: boolean;
  paperId: number;
  passage: PassageContent | null;
  onKeep: () => void;
}

function ChallengedQuestion({ each, keyWords, isFinal, paperId, passage, onKeep }: QuestionProps) {
  // A paper may have many challenged questions, and typesetting all of them at once would block the page.
  const [isUnfolded, setUnfolded] = useState(false);
  const { question_id, question, number, is_own, challenge_count, challenges, decision } = each;
  return (
    <li className="grid gap-12 px-20 py-16 max-40:px-16">
      <div className="flex flex-wrap items-center justify-between">
        <div>
          <h3>
            Question {number}
            {keyWords !== '' && <span className="text-14 text-ink-soft"> · key {keyWords}</span>}
          </h3>
          <p className="text-14 text-ink-soft">
            {plural(challenge_count, 'challenge')}
            {!is_own &&
              '. The question belongs to the shared bank; its operator corrects keys, so report the error and keep the key until then.'}
          </p>
        </div>
        {decision && (
          <span className={rows.badge} data-tone={decision.is_changed ? 'good' : undefined}>
            {decision.is_changed ? 'Key changed' : 'Key kept'}
          </span>
        )}
      </div>
      {decision && <p>{decision.reason}</p>}
      <details className={classes.question} onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
        <summary>The question</summary>
        {isUnfolded && (
          <Question
            question={question}
            passage={passage}
            heading={`Question ${number}`}
            place={question.chapter_name}
            answer={null}
            isReadOnly
            isRevealed={false}
            onSelect={nothing}
            onEnter={nothing}
          />
        )}
      </details>
      <ul className={`grid gap-8 pl-16 border-l-3 border-line-strong text-14 ${classes.reasons}`}>
        {challenges.map(({ student_id, name, claim, answer, reason, made_at }) => (
          <li key={student_id}>
            <strong>{claimInWords(claim, answer)}</strong>
            <span className="max-w-[68ch] whitespace-pre-line wrap-anywhere">{reason}</span>
            <span className="text-14 text-ink-soft">
              {name ?? 'Without a name'}, {formatDateTime(made_at)}
            </span>
          </li>
        ))}
        {challenge_count > challenges.length && (
          <li className="text-14 text-ink-soft">and {plural(challenge_count - challenges.length, 'earlier challenge')}</li>
        )}
      </ul>
      {!isFinal && (
        <div className="flex flex-wrap gap-8">
          {is_own && (
            <ButtonLink
              to="/staff/tests/$id/results"
              params={{ id: String(paperId) }}
              search={{ question: question_id }}
              variant="default"
              aria-label={`Try a correction of question ${number}`}
            >
              Try a correction
            </ButtonLink>
          )}
          {!decision?.is_changed && (
            <Button variant="default" onClick={onKeep} aria-label={`Keep the key of question ${number}`}>
              Keep the key
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function OpenDialog({ id, closesAt, onClose }: { id: number; closesAt: string | null; onClose: () => void }) {
  const [closes, setCloses] = useState(toField(closesAt ?? new Date(serverNow() + 2 * dayMs).toISOString()));
  const send = useSend(openKeyChallenges, { ownFailures: true });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const closes_at = fromField(closes);
    if (closes_at === null) return;
    send.mutate(
      { id, closes_at },
      {
        onSuccess: ({ notified_count }) => {
          toast.success(
            closesAt
              ? 'The end is changed.'
              : `The keys are open; ${plural(notified_count, 'student')} ${notified_count === 1 ? 'was' : 'were'} notified.`,
          );
          refresh(id);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title={closesAt ? 'Change the end of the challenges' : 'Open the keys for challenges?'}
      failure={send.error && `Nothing changed. ${messageOf(send.error)}`}
      onSubmit={submit}
      back="Cancel"
      actions={
        <Button type="submit" loading={send.isPending} disabled={closes === ''}>
          {closesAt ? 'Save' : 'Open'}
        </Button>
      }
    >
      {!closesAt && (
        <p className="text-14 leading-reading text-ink-soft">
          Students who sat the test see the key of every question that no other test keeps, without solutions, and are notified. The log
          records it.
        </p>
      )}
      <TextInput
        type="datetime-local"
        label="Challenges end"
        value={closes}
        onChange={({ currentTarget }) => setCloses(currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}

function KeepDialog({ id, each, onClose }: { id: number; each: Challenged; onClose: () => void }) {
  const [reason, setReason] = useState(each.decision?.is_changed === false ? each.decision.reason : '');
  const send = useSend(keepKey, { ownFailures: true });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    send.mutate(
      { id, question_id: each.question_id, reason: reason.trim() },
      {
        onSuccess: () => {
          toast.success(`The key of question ${each.number} stays.`);
          refresh(id);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Keep the key of question ${each.number}?`}
      size={520}
      failure={send.error && `Nothing changed. ${messageOf(send.error)}`}
      onSubmit={submit}
      back="Cancel"
      actions={
        <Button type="submit" loading={send.isPending} disabled={reason.trim() === ''}>
          Keep the key
        </Button>
      }
    >
      <Textarea
        size="md"
        label="Your reason"
        description="Students who challenged the key read it with the final key."
        value={reason}
        maxLength={500}
        autosize
        minRows={3}
        maxRows={8}
        data-autofocus
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  );
}

function PublishDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const send = useSend(publishFinalKeys, { ownFailures: true });
  const publish = () =>
    send.mutate(
      { id },
      {
        onSuccess: ({ notified_count }) => {
          toast.success(
            `The final key is published; ${plural(notified_count, 'student')} ${notified_count === 1 ? 'was' : 'were'} notified.`,
          );
          refresh(id);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      title="Publish the final key?"
      failure={send.error && `Not published. ${messageOf(send.error)}`}
      focusesBack
      actions={
        <Button loading={send.isPending} onClick={publish}>
          Publish
        </Button>
      }
    >
      <p className="text-14 leading-reading text-ink-soft">
        Students are notified, and those who challenged a key read your decision. The log records it.
      </p>
    </FormDialog>
  );
}
