// Contents: the page · head and actions · attendance · recording · feedback
import { endClass, extendClass, getClassFeedback, getStaffClass, setRecording, startClass } from '@abhyas/contract/classes/class-schedule';
import type { Answer } from '@abhyas/contract/endpoint';
import { hasRight } from '@abhyas/contract/institute/rights';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { useCall, useSend } from '../../../platform/queries.ts';
import { useUser } from '../../../platform/user.ts';
import { useServerNow } from '../../../platform/useServerNow.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Bar } from '../../../ui/Bar.tsx';
import cards from '../../../ui/card.module.css';
import { formatNumber, formatTime } from '../../../ui/format.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { toast } from '../../../ui/toasts.ts';
import { ChangeClassModal } from './ChangeClassModal.tsx';
import { refreshSchedule } from './class-schedule.queries.ts';
import { dateOf, nameOfDay } from './class-times.ts';
import styles from './ClassSchedule.module.css';
import { QuizConsole } from './QuizConsole.tsx';

type StaffClass = Answer<typeof getStaffClass>;
const ASK_EVERY = 10_000;
const ASK_FEEDBACK_EVERY = 30_000;
const BEFORE = 10 * 60_000;
const ratingWords = ['Very bad', 'Bad', 'Fair', 'Good', 'Very good'];

/** /staff/classes/{id}: a class from its plan to its feedback, with the console of its quiz. */
export default function StaffClassPage() {
  const { id } = useParams({ from: '/staff/classes/$id' });
  const found = useCall(getStaffClass, { id: Number(id) }, { staleTime: 0, refreshEvery: ASK_EVERY });
  const role = useUser()?.membership?.role ?? null;
  return (
    <Loaded query={found} skeleton={<Skeleton height={320} radius="lg" />}>
      {(of) => (
        <>
          <PageTitle back={{ link: { to: '/staff/classes' }, label: 'Back to Classes' }}>{of.class.title}</PageTitle>
          <Head of={of} canManage={hasRight(role, 'classes.manage')} />
          <div className="grid grid-cols-[minmax(0,1fr)_304px] items-start gap-24 max-62:grid-cols-1">
            <div>
              {hasRight(role, 'quiz.run') && of.class.status !== 'CANCELLED' && (
                <QuizConsole meetingId={of.class.id} isLive={of.class.status === 'LIVE'} />
              )}
            </div>
            <div className="grid gap-24">
              <Audience of={of} />
              {(of.class.status === 'LIVE' || of.class.status === 'COMPLETED') && hasRight(role, 'attendance.manage') && (
                <ButtonLink to="/staff/classes/$id/register" params={{ id }} variant="default" fullWidth>
                  Register
                </ButtonLink>
              )}
              {of.class.recording_status === 'READY' && hasRight(role, 'videos.manage') && (
                <ButtonLink to="/staff/recordings/$id" params={{ id }} variant="default" fullWidth>
                  Cut into clips
                </ButtonLink>
              )}
              {of.class.status === 'COMPLETED' && hasRight(role, 'videos.manage') && <Recording of={of} />}
              {of.class.status !== 'NOT_STARTED' && hasRight(role, 'feedback.read') && <Feedback id={of.class.id} />}
            </div>
          </div>
        </>
      )}
    </Loaded>
  );
}

function Head({ of, canManage }: { of: StaffClass; canManage: boolean }) {
  const { id, status, start_time, can_join_until, subject_title, module, lecture, teacher_name, classroom_names, cancel_reason } = of.class;
  const now = useServerNow(5000);
  const [asks, setAsks] = useState<'move' | 'cancel' | 'end' | null>(null);
  const start = useSend(startClass, { ownFailures: true });
  const extend = useSend(extendClass, { ownFailures: true });
  const fail = (failure: Error) => toast.error(messageOf(failure));
  const mayStart = now >= Date.parse(start_time) - BEFORE && now < Date.parse(can_join_until);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-24 gap-y-16 mb-24">
      <div className={`grid gap-4 ${styles.facts}`}>
        <p>
          <span className={rows.badge} data-tone={status === 'LIVE' ? 'good' : status === 'CANCELLED' ? 'warning' : undefined}>
            {status.replaceAll('_', ' ')}
          </span>
          <span className="tabular">
            {nameOfDay(dateOf(start_time))}, {formatTime(start_time)} to {formatTime(can_join_until)}
          </span>
        </p>
        <p className="text-14 leading-reading text-ink-soft">
          {[subject_title, module, lecture, classroom_names.join(', '), teacher_name].filter(Boolean).join(' · ')}
        </p>
        {cancel_reason !== null && <p className="text-14 leading-reading text-ink-soft">Cancelled: {cancel_reason}</p>}
      </div>
      {canManage && (
        <div className={`flex flex-wrap gap-12 ${styles.actions}`}>
          {status === 'NOT_STARTED' && (
            <>
              <Button variant="default" onClick={() => setAsks('cancel')}>
                Cancel class
              </Button>
              <Button variant="default" onClick={() => setAsks('move')}>
                Move
              </Button>
              <Button
                disabled={!mayStart}
                loading={start.isPending}
                onClick={() =>
                  start.mutate(
                    { id },
                    {
                      onSuccess: ({ join_url }) => {
                        refreshSchedule();
                        if (join_url !== null) window.open(join_url, '_blank', 'noopener');
                      },
                      onError: fail,
                    },
                  )
                }
              >
                {mayStart ? 'Start class' : `Start from ${formatTime(Date.parse(start_time) - BEFORE)}`}
              </Button>
            </>
          )}
          {status === 'LIVE' && (
            <>
              <Button
                variant="default"
                loading={extend.isPending}
                onClick={() =>
                  extend.mutate(
                    { id, minutes: 10 },
                    {
                      onSuccess: () => {
                        refreshSchedule();
                        toast.success('The class continues for 10 more minutes.');
                      },
                      onError: fail,
                    },
                  )
                }
              >
                Extend 10 min
              </Button>
              <Button variant="default" onClick={() => setAsks('end')}>
                End class
              </Button>
            </>
          )}
        </div>
      )}
      {(asks === 'move' || asks === 'cancel') && <ChangeClassModal of={of} what={asks} onClose={() => setAsks(null)} />}
      {asks === 'end' && <EndModal of={of} onClose={() => setAsks(null)} />}
    </div>
  );
}

function EndModal({ of, onClose }: { of: StaffClass; onClose: () => void }) {
  const send = useSend(endClass, { ownFailures: true });
  return (
    <FormDialog
      onClose={onClose}
      title="End this class?"
      failure={send.error && messageOf(send.error)}
      actions={
        <Button
          color="red"
          loading={send.isPending}
          onClick={() =>
            send.mutate(
              { id: of.class.id },
              {
                onSuccess: () => {
                  refreshSchedule();
                  onClose();
                },
              },
            )
          }
        >
          End class
        </Button>
      }
    >
      <p className="text-14 leading-reading text-ink-soft">
        {of.present_count > 0 ? `${formatNumber(of.present_count)} are in it now. ` : ''}Nobody can join afterwards. Attendance is counted
        up to now.
      </p>
    </FormDialog>
  );
}

function Audience({ of: { student_count, joined_count, present_count, class: one } }: { of: StaffClass }) {
  return (
    <section className={cards.card}>
      <h2 className="mb-12 text-16">Students</h2>
      <dl className={`grid gap-8 ${styles.figures}`}>
        <div>
          <dt>In class</dt>
          <dd>{one.status === 'LIVE' ? formatNumber(present_count) : '–'}</dd>
        </div>
        <div>
          <dt>Joined</dt>
          <dd>{formatNumber(joined_count)}</dd>
        </div>
        <div>
          <dt>Of all</dt>
          <dd>{formatNumber(student_count)}</dd>
        </div>
      </dl>
    </section>
  );
}

function Recording({ of }: { of: StaffClass }) {
  const { id, recording_status, recording_url } = of.class;
  const [url, setUrl] = useState('');
  const send = useSend(setRecording, { ownFailures: true });
  const isAddress = /^https?:\/\/\S+$/.test(url);
  return (
    <section className={cards.card}>
      <h2 className="mb-12 text-16">Recording</h2>
      <p className="text-14 leading-reading text-ink-soft">
        {recording_status === 'READY'
          ? `It is there${recording_url?.startsWith('http') ? `: ${recording_url}` : ': the board is played again'}.`
          : recording_status === 'PREPARING'
            ? 'It is being prepared.'
            : 'There is none yet. Students are notified when you enter its address.'}
      </p>
      <TextInput
        label="Address of the video"
        type="url"
        value={url}
        maxLength={500}
        onChange={(event) => setUrl(event.currentTarget.value)}
        error={send.error ? messageOf(send.error) : undefined}
      />
      <div className={forms.actions}>
        <Button
          variant="default"
          disabled={!isAddress}
          loading={send.isPending}
          onClick={() =>
            send.mutate(
              { id, url },
              {
                onSuccess: () => {
                  setUrl('');
                  refreshSchedule();
                  toast.success('Saved. The students are notified.');
                },
              },
            )
          }
        >
          Save
        </Button>
      </div>
    </section>
  );
}

function Feedback({ id }: { id: number }) {
  const feedback = useCall(getClassFeedback, { id }, { refreshEvery: ASK_FEEDBACK_EVERY });
  return (
    <section className={cards.card}>
      <h2 className="mb-12 text-16">Feedback</h2>
      <Loaded query={feedback} skeleton={<Skeleton height={80} />}>
        {({ count, ratings, messages }) =>
          ratings === null ? (
            <p className="text-14 leading-reading text-ink-soft">
              {count === 0
                ? 'Nobody has sent any yet.'
                : `${formatNumber(count)} sent. Feedback is shown once there are three, so that nobody can be recognised.`}
            </p>
          ) : (
            <>
              <ul className={`grid gap-4 ${styles.ratings}`}>
                {ratings
                  .map((value, at) => ({ value, word: ratingWords[at] ?? '' }))
                  .toReversed()
                  .map(({ value, word }) => (
                    <li key={word}>
                      {word}
                      <Bar value={Math.round((value / count) * 100)} color="var(--accent)" />
                      <span className="tabular">{value}</span>
                    </li>
                  ))}
              </ul>
              <ul className={`grid gap-8 ${styles.messages}`}>
                {messages.map((message) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </section>
  );
}
