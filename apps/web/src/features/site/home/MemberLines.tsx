import { i18n, translated } from '../../../platform/language.ts';
import { getMemberHome } from '@abhyas/contract/site/home';
import { IconAlertTriangle, IconChevronRight, IconFileUpload, IconFolder } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../../../platform/queries.ts';
import { useServerNow } from '../../../platform/useServerNow.ts';
import { formatComing } from '../../../ui/format.ts';
import classes from './NextClass.module.css';

const FRESH_FOR = 300_000;

/** A member's open tasks at the institute, one line each: sheets to hand in, new files, subjects with attendance below 75%. */
export function useMemberLines(isMember: boolean): ReactNode[] {
  const home = useCall(getMemberHome, {}, { enabled: isMember, ownFailures: true, staleTime: FRESH_FOR, refreshEvery: FRESH_FOR });
  const now = useServerNow(30_000);
  if (!home.data) return [];
  const { due_sheets, new_files, attendance_at_risk } = home.data;
  const lines: ReactNode[] = due_sheets
    .filter(({ submit_until }) => Date.parse(submit_until) > now)
    .map(({ id, name, subject_id, submit_until }) => (
      <Line key={`sheet ${id}`} icon={<IconFileUpload size={20} aria-hidden />} to="/offline_tests" search={{ subject_id }}>
        {i18n.t('Hand in the sheet of {name} until {submit_until}', { name, submit_until: formatComing(submit_until, now) })}
      </Line>
    ));
  if (new_files.count > 0)
    lines.push(
      <Line key="files" icon={<IconFolder size={20} aria-hidden />} to="/institute_files/$type" params={{ type: 'all' }}>
        {new_files.count === 1
          ? i18n.t('New file: {newest_title}', { newest_title: new_files.newest_title })
          : i18n.t('{count, plural, one {# new file} other {# new files}}, the newest {newest_title}', {
              count: new_files.count,
              newest_title: new_files.newest_title,
            })}
      </Line>,
    );
  const [worst, ...others] = attendance_at_risk.toSorted((a, b) => b.classes_needed - a.classes_needed);
  if (worst)
    lines.push(
      <Line key="attendance" icon={<IconAlertTriangle size={20} aria-hidden className="text-warning" />} to="/attendance">
        {others.length > 0
          ? i18n.t(
              'Attendance below 75% in {subject} and {count, plural, one {# other subject} other {# other subjects}}: attend the next {classes}',
              { subject: translated(worst.subject_name), count: others.length, classes: worst.classes_needed },
            )
          : i18n.t('Attendance below 75% in {subject}: attend the next {classes}', {
              subject: translated(worst.subject_name),
              classes: worst.classes_needed,
            })}
      </Line>,
    );
  return lines;
}

function Line({ icon, children, ...link }: { icon: ReactNode; children: ReactNode } & Pick<LinkProps, 'to' | 'params' | 'search'>) {
  return (
    <Link {...link} className={`${classes.line} flex items-center gap-8 min-h-44 text-14 font-semibold text-accent no-underline`}>
      {icon}
      <span>{children}</span>
      <IconChevronRight size={20} aria-hidden />
    </Link>
  );
}
