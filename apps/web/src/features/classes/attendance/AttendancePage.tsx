import { getSubjectWiseAttendance } from '@abhyas/contract/classes/attendance';
import { consecutiveClassesNeeded, percentRoundedUp } from '@abhyas/exam/classes/attendance';
import { Skeleton } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { i18n } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { Dot } from '../../../ui/Dot.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { subjectColor } from '../../../ui/subject.ts';
import card from '../../../ui/card.module.css';
import table from '../../../ui/table.module.css';
import { type Attendance, meaningOf } from './attendance-words.ts';
import { AbsenceList } from './AbsenceList.tsx';
import classes from './Attendance.module.css';
import { ContestDialog } from './ContestDialog.tsx';

type SubjectRow = Attendance['attendance'][number];

/** /attendance: the attended classes by subject, the classes needed for 75 %, and the reasons for absences. */
export default function AttendancePage() {
  const attendance = useCall(getSubjectWiseAttendance, {});
  const [contesting, setContesting] = useState<Attendance['entries'][number] | null>(null);
  return (
    <>
      <PageTitle>{i18n.t('Attendance')}</PageTitle>
      <Loaded query={attendance} skeleton={<AttendanceSkeleton />}>
        {(data) =>
          data.attendance.length === 0 && data.entries.length === 0 ? (
            <EmptyState icon={<IconUserCheck size={26} />} title={i18n.t('No Classes taken')}>
              {i18n.t('After a class, the time that you attended is shown here.')}
            </EmptyState>
          ) : (
            <>
              {data.attendance.length > 0 && (
                <>
                  <Summary rows={data.attendance} />
                  <SubjectTable data={data} />
                </>
              )}
              {data.entries.length > 0 && <AbsenceList entries={data.entries} onContest={setContesting} />}
            </>
          )
        }
      </Loaded>
      {contesting && <ContestDialog entry={contesting} onClose={() => setContesting(null)} />}
    </>
  );
}

const totalOf = (rows: readonly SubjectRow[]) => ({
  total_classes: rows.reduce((sum, row) => sum + row.total_classes, 0),
  attended: rows.reduce((sum, row) => sum + row.attended, 0),
});

function Summary({ rows }: { rows: readonly SubjectRow[] }) {
  const total = totalOf(rows);
  const percent = percentRoundedUp(total.attended, total.total_classes) ?? 0;
  return (
    <section className="flex items-center gap-24 mb-24 max-40:gap-16">
      <Ring percent={percent} />
      <div>
        <h2 className="text-24 leading-snug max-40:text-20">
          {i18n.t('{attended} of {total_classes} classes attended', {
            attended: formatNumber(total.attended),
            total_classes: formatNumber(total.total_classes),
          })}
        </h2>
        <p className="max-w-[60ch] text-ink-soft">{meaningOf(total)}</p>
      </div>
    </section>
  );
}

const around = 2 * Math.PI * 41;

/** The attended share as a ring, with a mark at 75%. */
function Ring({ percent }: { percent: number }) {
  return (
    <svg
      viewBox="0 0 96 96"
      className="flex-none size-96 max-40:size-72"
      role="img"
      aria-label={i18n.t('{percent}%; 75% is required', { percent })}
    >
      <circle cx="48" cy="48" r="41" className={classes.track} />
      {percent > 0 && (
        <circle
          cx="48"
          cy="48"
          r="41"
          className={classes.part}
          strokeDasharray={`${(percent * around) / 100} ${around}`}
          transform="rotate(-90 48 48)"
        />
      )}
      <path d="M2 48h12" className={classes.tick} />
      <text x="48" y="55" textAnchor="middle" className="text-20 font-bold fill-ink">
        {percent}%
      </text>
    </svg>
  );
}

function SubjectTable({ data: { attendance, is_higher_education } }: { data: Attendance }) {
  const total = totalOf(attendance);
  return (
    <section className={`${card.card} ${classes.subjects}`}>
      <div className={table.scroll}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{i18n.t('Subject')}</th>
              {is_higher_education && (
                <th scope="col" className={table.word}>
                  {i18n.t('Code')}
                </th>
              )}
              <th scope="col" className="max-40:hidden">
                {i18n.t('Total classes')}
              </th>
              <th scope="col" className="max-40:hidden">
                {i18n.t('Attended')}
              </th>
              <th scope="col">{i18n.t('Percentage')}</th>
              <th scope="col" className="max-w-200 whitespace-normal">
                {i18n.t('Consecutive classes needed to reach 75 percent')}
              </th>
            </tr>
          </thead>
          <tbody>
            {attendance.map((row) => (
              <tr key={row.subject_name}>
                <th scope="row">
                  <span className="flex items-baseline">
                    <Dot color={subjectColor(row.subject_name)} />
                    {i18n.t(row.subject_name)}
                  </span>
                </th>
                {is_higher_education && <td className={table.word}>{row.subject_code ?? '–'}</td>}
                <Figures {...row} color={subjectColor(row.subject_name)} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{is_higher_education ? i18n.t('Total ({length})', { length: attendance.length }) : i18n.t('Total')}</th>
              {is_higher_education && <td />}
              <Figures {...total} color="var(--accent-fill)" />
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

function Figures({ total_classes, attended, color }: { total_classes: number; attended: number; color: string }) {
  const percent = percentRoundedUp(attended, total_classes);
  const needed = consecutiveClassesNeeded(total_classes, attended);
  return (
    <>
      <td className="max-40:hidden">{formatNumber(total_classes)}</td>
      <td className="max-40:hidden">{formatNumber(attended)}</td>
      <td>
        <span className={`inline-flex items-center ${classes.share}`}>
          <span className={`${classes.bar} relative w-120 h-6 rounded-[3px] bg-line max-40:hidden`} aria-hidden>
            <i style={{ width: `${percent ?? 0}%`, background: color }} />
          </span>
          <span>
            <strong>{percent === null ? '–' : `${percent}%`}</strong>
            <small>
              {i18n.t('{attended} of {total_classes}', { attended: formatNumber(attended), total_classes: formatNumber(total_classes) })}
            </small>
          </span>
        </span>
      </td>
      <td>
        <strong>{needed === null ? '--' : formatNumber(needed)}</strong>
      </td>
    </>
  );
}

function AttendanceSkeleton() {
  return (
    <>
      <Skeleton height={96} mb="lg" radius="lg" maw={560} />
      <Skeleton height={280} mb="lg" radius="lg" />
      <Skeleton height={220} radius="lg" />
    </>
  );
}
