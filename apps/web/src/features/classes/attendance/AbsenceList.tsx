import { Button } from '@mantine/core';
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import { i18n } from '../../../platform/language.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { formatDate, formatTime } from '../../../ui/format.ts';
import { subjectColor } from '../../../ui/subject.ts';
import rows from '../../../ui/rows.module.css';
import type { Attendance } from './attendance-words.ts';
import classes from './Attendance.module.css';

type Entry = Attendance['entries'][number];

interface Props {
  /** Newest first. */
  entries: readonly Entry[];
  onContest: (entry: Entry) => void;
}

/** The classes that count as missed, must still be checked, or were corrected, each with minutes, source and actions. */
export function AbsenceList({ entries, onContest }: Props) {
  const first = entries.find(({ can_contest_until, verdict }) => can_contest_until !== null && verdict === 'absent');
  return (
    <section>
      <h2 className="mb-12">{i18n.t('Why am I absent?')}</h2>
      <ul className={rows.list}>
        {entries.map((entry) => (
          <li key={entry.virtual_meeting_id} className={`${rows.row} ${classes.absence}`}>
            <span className={`${rows.main} ${classes.named}`} style={{ borderColor: subjectColor(entry.subject_name) }}>
              {entry.title}{' '}
              <span className="text-14 font-regular text-ink-soft tabular">{`${formatDate(entry.start_time)}, ${formatTime(entry.start_time)}`}</span>
              <span className="block text-14 font-regular text-ink-soft">{reasonOf(entry)}</span>
            </span>
            <Stays entry={entry} />
            <State entry={entry} />
            <span className="flex flex-[0_0_132px] justify-end max-40:flex-1">
              <Act entry={entry} isFirst={entry === first} onContest={onContest} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function reasonOf(entry: Entry): string {
  const { verdict, source, minutes, minutes_needed, minutes_held, unmatched_names, reason, is_unverified } = entry;
  if (source === 'staff')
    return i18n.t('Your teacher counted you as {verdict}: {reason}', { verdict: i18n.t(verdict), reason: reason ?? '' });
  if (verdict === 'to_check')
    return unmatched_names === 1
      ? i18n.t('The meeting had 1 name that matched nobody.')
      : i18n.t('The meeting had {unmatched_names} names that matched nobody.', { unmatched_names });
  if (is_unverified) return i18n.t('JOIN was not pressed. The meeting does not report who was there: not verified.');
  if (minutes === 0)
    return i18n.t('You were not there; {minutes_needed} of {minutes_held, plural, one {# minute} other {# minutes}} are needed.', {
      minutes_needed,
      minutes_held,
    });
  return i18n.t('You were there {minutes} of {minutes_held, plural, one {# minute} other {# minutes}}; {minutes_needed} are needed.', {
    minutes,
    minutes_held,
    minutes_needed,
  });
}

const sources = {
  page: /*i18n*/ 'From the class page',
  provider: /*i18n*/ 'From the meeting’s list',
  click: /*i18n*/ 'From the press on JOIN',
  staff: /*i18n*/ 'By your teacher',
} as const;

/** A bar that shows when the student was present during the class. */
function Stays({ entry }: { entry: Entry }) {
  const { stays, source, verdict, corrected_at } = entry;
  return (
    <span className="grid flex-[0_1_168px] gap-6 max-40:grow max-40:basis-full">
      {verdict !== 'to_check' && (
        <span
          className={`${classes.line} relative h-6 overflow-hidden rounded-[3px] bg-line`}
          role="img"
          aria-label={stays.length === 0 ? i18n.t('You were not there') : i18n.t('When you were there')}
        >
          {stays.map(({ from, to }) => (
            <i key={`${from}-${to}`} style={{ insetInlineStart: `${from * 100}%`, inlineSize: `${(to - from) * 100}%` }} />
          ))}
        </span>
      )}
      <span className="text-12 text-ink-soft">
        {verdict === 'to_check'
          ? i18n.t('Your institute is checking')
          : [i18n.t(sources[source]), corrected_at && formatDate(corrected_at)].filter(Boolean).join(', ')}
      </span>
    </span>
  );
}

function State({ entry: { verdict, source } }: { entry: Entry }) {
  const [Icon, tone, words] =
    source === 'staff'
      ? ([IconCheck, verdict === 'present' ? 'good' : 'danger', i18n.t('Corrected')] as const)
      : verdict === 'to_check'
        ? ([IconQuestionMark, 'warning', i18n.t('To check')] as const)
        : ([IconX, 'danger', i18n.t('Absent')] as const);
  return (
    <span className={rows.badge} data-tone={tone}>
      <Icon size={14} aria-hidden />
      {words}
    </span>
  );
}

function Act({ entry, isFirst, onContest }: { entry: Entry; isFirst: boolean; onContest: (entry: Entry) => void }) {
  if (entry.can_contest_until !== null) {
    const label = entry.verdict === 'to_check' ? i18n.t('This was me') : i18n.t('Contest');
    return (
      <Button variant={isFirst ? 'filled' : 'default'} onClick={() => onContest(entry)} aria-label={`${label}: ${entry.title}`}>
        {label}
      </Button>
    );
  }
  if (entry.contested_at !== null && entry.source !== 'staff')
    return <span className="text-12 text-ink-soft">{i18n.t('Contested {date}', { date: formatDate(entry.contested_at) })}</span>;
  if (!entry.has_recording) return null;
  return (
    <ButtonLink
      to="/view_class/$id"
      params={{ id: String(entry.virtual_meeting_id) }}
      variant="default"
      aria-label={i18n.t('Recording: {title}', { title: entry.title })}
    >
      {i18n.t('Recording')}
    </ButtonLink>
  );
}
