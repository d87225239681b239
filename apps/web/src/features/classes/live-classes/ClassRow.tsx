import { Button } from '@mantine/core';
import { IconCircleCheck, IconFile, IconListCheck, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { i18n } from '../../../platform/language.ts';
import { formatMinutes } from '../../../ui/clock-format.ts';
import { formatTime } from '../../../ui/format.ts';
import rows from '../../../ui/rows.module.css';
import { subjectColor } from '../../../ui/subject.ts';
import type { Meeting } from './classes.queries.ts';
import styles from './LiveClassesPage.module.css';

interface Props {
  meeting: Meeting;
  /** The time of the server's clock, in ms. */
  now: number;
  isOnline: boolean;
  isJoining: boolean;
  onJoin: () => void;
}

/** Whether the time window of a class lets students join. */
export const isJoinable = ({ status, can_join_from, can_join_until }: Meeting, now: number): boolean =>
  (status === 'LIVE' || status === 'NOT_STARTED') && now >= Date.parse(can_join_from) && now < Date.parse(can_join_until);

const about = ({ module, lecture, subject_title, subject_code }: Meeting) =>
  [module, lecture, subject_code === null ? i18n.t(subject_title) : `${i18n.t(subject_title)} (${subject_code})`]
    .filter(Boolean)
    .join(' · ');

const statusWords: Record<Meeting['status'], string> = {
  NOT_STARTED: /*i18n*/ 'NOT STARTED',
  LIVE: /*i18n*/ 'LIVE',
  COMPLETED: /*i18n*/ 'COMPLETED',
  CANCELLED: /*i18n*/ 'CANCELLED',
};

/** LIVE, CANCELLED and the other states of a class, as a badge. */
export function ClassStatus({ status }: Pick<Meeting, 'status'>) {
  const tone = status === 'LIVE' ? 'good' : status === 'CANCELLED' ? 'warning' : undefined;
  return (
    <span className={rows.badge} data-tone={tone} data-live={status === 'LIVE' || undefined}>
      {i18n.t(statusWords[status])}
    </span>
  );
}

export function ClassRow({ meeting, now, isOnline, isJoining, onJoin }: Props) {
  const { id, title, start_time, duration, status } = meeting;
  return (
    <li className={styles.row}>
      <p className={`text-12 text-ink-soft tabular ${styles.time}`}>
        <strong>{formatTime(start_time)}</strong>
        <span>{duration < 180 ? i18n.t('{minutes} min', { minutes: duration }) : formatMinutes(duration * 60)}</span>
      </p>
      <div
        className="grid content-center min-w-0 min-h-56 pl-16 border-l-3 border-current max-48:col-[2_/_-1] max-48:pl-12"
        style={{ borderColor: subjectColor(meeting.subject_title) }}
      >
        <h2 className="text-16">{title}</h2>
        <p className="text-14 text-ink-soft">{about(meeting)}</p>
        <ClassLinks meeting={meeting} />
        {meeting.recording_status === 'PREPARING' && <p className="text-14 text-ink-soft">{i18n.t('Recording is being prepared')}</p>}
      </div>
      <p className="justify-self-start max-48:col-2">
        <ClassStatus status={status} />
      </p>
      <div className="grid justify-items-end gap-4 text-end max-48:min-w-112">
        {isJoinable(meeting, now) ? (
          <>
            <Button
              size="md"
              onClick={onJoin}
              loading={isJoining}
              disabled={!isOnline}
              aria-label={i18n.t('JOIN {title}', { title })}
              fullWidth
            >
              {i18n.t('JOIN')}
            </Button>
            {!isOnline && <span className="text-14 text-ink-soft">{i18n.t('Needs a connection')}</span>}
          </>
        ) : status === 'NOT_STARTED' && now < Date.parse(meeting.can_join_from) ? (
          <span className="text-14 text-ink-soft">{i18n.t('JOIN from {time}', { time: formatTime(meeting.can_join_from) })}</span>
        ) : meeting.has_joined && status === 'COMPLETED' ? (
          <span className={`inline-flex items-center gap-6 ${styles.there}`}>
            <IconCircleCheck size={18} aria-hidden /> {i18n.t('You joined')}
          </span>
        ) : status === 'COMPLETED' ? (
          <Link
            className="inline-flex items-center gap-6 min-h-44 text-14 font-semibold text-accent no-underline"
            to="/virtual_meeting/$id/feedback"
            params={{ id: String(id) }}
            search={{ title }}
          >
            {i18n.t('Send feedback')}
          </Link>
        ) : null}
      </div>
    </li>
  );
}

function ClassLinks({ meeting: { id, recording_url, live_quiz_id, file_count, status } }: { meeting: Meeting }) {
  const params = { id: String(id) };
  if (recording_url === null && live_quiz_id === null && file_count === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-20 gap-y-0">
      {recording_url !== null && (
        <Link
          className="inline-flex items-center gap-6 min-h-44 text-14 font-semibold text-accent no-underline"
          to="/view_class/$id"
          params={params}
        >
          <IconPlayerPlay size={18} aria-hidden /> {i18n.t('Recording')}
        </Link>
      )}
      {live_quiz_id !== null && status !== 'CANCELLED' && (
        <Link
          className="inline-flex items-center gap-6 min-h-44 text-14 font-semibold text-accent no-underline"
          to="/attend_quiz/$id"
          params={params}
        >
          <IconListCheck size={18} aria-hidden /> {i18n.t('Live quiz')}
        </Link>
      )}
      {file_count > 0 && (
        <a
          className="inline-flex items-center gap-6 min-h-44 text-14 font-semibold text-accent no-underline"
          href={`/institute_files/virtual_meeting/${id}`}
        >
          <IconFile size={18} aria-hidden /> {i18n.t('{count, plural, one {# File} other {# Files}}', { count: file_count })}
        </a>
      )}
    </p>
  );
}
