import { getStudentForStaff } from '@abhyas/contract/reports/students';
import type { Answer } from '@abhyas/contract/endpoint';
import { hasRight } from '@abhyas/contract/institute/rights';
import { Skeleton } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useCall } from '../../../platform/queries.ts';
import { useUser } from '../../../platform/user.ts';
import card from '../../../ui/card.module.css';
import { formatDate, formatNumber } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { percentOf, ScoreOverTests } from './ScoreOverTests.tsx';
import { RecordConsent } from './RecordConsent.tsx';
import { SignInCode } from './SignInCode.tsx';
import { StudentGuardians } from './StudentGuardians.tsx';

type Student = Answer<typeof getStudentForStaff>;

const states: Record<Student['tests'][number]['state'], string> = { taken: '', running: 'At it now', missed: 'Missed', open: 'Not begun' };

/** /staff/students/{id}: what this institute knows of one student, and points to talk about. */
export default function StudentPage() {
  const { id } = useParams({ from: '/staff/students/$id' });
  const mayManage = hasRight(useUser()?.membership?.role ?? null, 'people.manage');
  const student = useCall(getStudentForStaff, { id: Number(id) }, { staleTime: 0 });
  return (
    <>
      <PageTitle back={{ link: { to: '/staff/people', search: { kind: 'students' } }, label: 'Back to the people' }}>
        {student.data?.name ?? 'Student'}
      </PageTitle>
      <Loaded query={student} skeleton={<Skeleton height={320} radius="lg" />}>
        {(data) => (
          <>
            <p className="text-14 text-ink-soft">
              {[data.given_id, data.classrooms.join(', '), `here since ${formatDate(data.joined_at)}`].filter(Boolean).join(' · ')}
            </p>
            {data.consent === 'missing' && mayManage && <RecordConsent studentId={data.id} />}
            <section className={card.card} style={{ marginBlock: 16 }} aria-labelledby="talk">
              <h2 id="talk">What to talk about</h2>
              {data.talk.length === 0 ? (
                <p className="text-14 text-ink-soft">Nothing stands out: no missed test, no fall.</p>
              ) : (
                <ul style={{ margin: '8px 0 0', paddingInlineStart: 20, lineHeight: 1.7 }}>
                  {data.talk.map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              )}
              {data.subjects.length > 0 && (
                <p className="text-14 text-ink-soft" style={{ marginTop: 8 }}>
                  Latest tests: {data.subjects.map(({ name, percent }) => `${name} ${percent}%`).join(', ')}
                </p>
              )}
            </section>
            <ScoreOverTests tests={data.tests} />
            <section className={rows.section} style={{ marginBlockStart: 32 }}>
              <h2>Tests and assignments</h2>
              {data.tests.length === 0 ? (
                <p className="text-14 text-ink-soft">None given yet.</p>
              ) : (
                <ul className={rows.list}>
                  {data.tests.map((test) => (
                    <li key={test.id} className={rows.row}>
                      <span className={rows.main} data-bar={test.is_assignment ? 'assignment' : 'test'}>
                        {test.name}
                        <span className="block text-14 font-regular text-ink-soft">
                          {[
                            test.at && formatDate(test.at),
                            states[test.state],
                            test.batch_percent !== null && test.score !== null && `batch ${formatNumber(test.batch_percent)}%`,
                            test.rank !== null && test.appeared > 1 && `rank ${formatNumber(test.rank)} of ${formatNumber(test.appeared)}`,
                          ]
                            .filter(Boolean)
                            .join(' · ')}
                        </span>
                      </span>
                      {test.score !== null && (
                        <span className="font-bold tabular">
                          {formatNumber(test.score)} / {formatNumber(test.max_score ?? 0)}
                          {test.max_score !== null && (
                            <span className="block text-14 font-regular text-ink-soft">{formatNumber(percentOf(test) ?? 0)}%</span>
                          )}
                        </span>
                      )}
                    </li>
                  ))}
                </ul>
              )}
            </section>
            <Practice practice={data.practice} />
            {mayManage && <StudentGuardians student_id={data.id} />}
            {mayManage && <SignInCode student_id={data.id} />}
          </>
        )}
      </Loaded>
    </>
  );
}

function Practice({ practice }: { practice: Student['practice'] }) {
  return (
    <section className={rows.section}>
      <h2>Practice</h2>
      {practice === null ? (
        <p className="text-14 text-ink-soft">
          This student does not share practice with the institute. Students can allow it under My Account.
        </p>
      ) : practice.answered === 0 ? (
        <p className="text-14 text-ink-soft">Nothing since joining.</p>
      ) : (
        <>
          <p className="text-14 text-ink-soft">
            {formatNumber(practice.answered)} answers since joining,{' '}
            {formatNumber(Math.round((100 * practice.correct) / practice.answered))}% right · practised on {practice.days_of_14} of the last
            14 days
            {practice.last_day !== null && ` · last on ${formatDate(practice.last_day)}`}
          </p>
          <ul className={rows.list} style={{ marginTop: 12 }}>
            {practice.subjects.map(({ name, answered, percent }) => (
              <li key={name} className={rows.row}>
                <span className={rows.main}>
                  {name}
                  <span className="block text-14 font-regular text-ink-soft">{formatNumber(answered)} answers</span>
                </span>
                <span className="font-bold tabular">{formatNumber(percent)}%</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
