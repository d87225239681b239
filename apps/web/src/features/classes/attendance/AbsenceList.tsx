import { Button } from '@mantine/core';
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { formatDate, formatTime, plural } from '../../../ui/format.ts';
import { subjectColor } from '../../../ui/subject.ts';
import rows from '../../../ui/rows.module.css';
import textStyles from '../../../ui/text.module.css';
import type { Attendance } from './attendance-words.ts';
import layout from '../../../ui/layout.module.css';
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
      <h2 className={layout.below12}>Why am I absent?</h2>
      <ul className={rows.list}>
        {entries.map((entry) => (
          <li key={entry.virtual_meeting_id} className={`${rows.row} ${classes.absence}`}>
            <span className={`${rows.main} ${classes.named}`} style={{ borderColor: subjectColor(entry.subject_name) }}>
              {entry.title}{' '}
              <span
                className={`${textStyles.softFigure} ${textStyles.regular}`}
              >{`${formatDate(entry.start_time)}, ${formatTime(entry.start_time)}`}</span>
              <span className={rows.sub}>{reasonOf(entry)}</span>
            </span>
            <Stays entry={entry} />
            <State entry={entry} />
            <span className={classes.act}>
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
  if (source === 'staff') return `Your teacher counted you as ${verdict}: ${reason ?? ''}`;
  if (verdict === 'to_check')
    return unmatched_names === 1
      ? 'The meeting had 1 name that matched nobody.'
      : `The meeting had ${unmatched_names} names that matched nobody.`;
  if (is_unverified) return 'JOIN was not pressed. The meeting does not report who was there: not verified.';
  if (minutes === 0) return `You were not there; ${minutes_needed} of ${plural(minutes_held, 'minute')} are needed.`;
  return `You were there ${minutes} of ${plural(minutes_held, 'minute')}; ${minutes_needed} are needed.`;
}

const sources = {
  page: 'From the class page',
  provider: 'From the meeting’s list',
  click: 'From the press on JOIN',
  staff: 'By your teacher',
} as const;

/** A bar that shows when the student was present during the class. */
function Stays({ entry }: { entry: Entry }) {
  const { stays, source, verdict, corrected_at } = entry;
  return (
    <span className={classes.stays}>
      {verdict !== 'to_check' && (
        <span className={classes.line} role="img" aria-label={stays.length === 0 ? 'You were not there' : 'When you were there'}>
          {stays.map(({ from, to }) => (
            <i key={`${from}-${to}`} style={{ insetInlineStart: `${from * 100}%`, inlineSize: `${(to - from) * 100}%` }} />
          ))}
        </span>
      )}
      <span className={textStyles.faint}>
        {verdict === 'to_check' ? 'Your institute is checking' : `${sources[source]}${corrected_at ? `, ${formatDate(corrected_at)}` : ''}`}
      </span>
    </span>
  );
}

function State({ entry: { verdict, source } }: { entry: Entry }) {
  const [Icon, tone, words] =
    source === 'staff'
      ? ([IconCheck, verdict === 'present' ? 'good' : 'danger', 'Corrected'] as const)
      : verdict === 'to_check'
        ? ([IconQuestionMark, 'warning', 'To check'] as const)
        : ([IconX, 'danger', 'Absent'] as const);
  return (
    <span className={rows.badge} data-tone={tone}>
      <Icon size={14} aria-hidden />
      {words}
    </span>
  );
}

function Act({ entry, isFirst, onContest }: { entry: Entry; isFirst: boolean; onContest: (entry: Entry) => void }) {
  if (entry.can_contest_until !== null) {
    const label = entry.verdict === 'to_check' ? 'This was me' : 'Contest';
    return (
      <Button variant={isFirst ? 'filled' : 'default'} onClick={() => onContest(entry)} aria-label={`${label}: ${entry.title}`}>
        {label}
      </Button>
    );
  }
  if (entry.contested_at !== null && entry.source !== 'staff')
    return <span className={textStyles.faint}>Contested {formatDate(entry.contested_at)}</span>;
  if (!entry.has_recording) return null;
  return (
    <ButtonLink
      to="/view_class/$id"
      params={{ id: String(entry.virtual_meeting_id) }}
      variant="default"
      aria-label={`Recording: ${entry.title}`}
    >
      Recording
    </ButtonLink>
  );
}
