import { getStudentForStaff } from '@abhyas/contract/students';
import type { Answer } from '@abhyas/contract/endpoint';
import { Skeleton } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useCall } from '../../platform/queries.ts';
import card from '../../ui/card.module.css';
import { formatDate, formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import rows from '../../ui/rows.module.css';

type Student = Answer<typeof getStudentForStaff>;

const states: Record<Student['tests'][number]['state'], string> = { taken: '', running: 'At it now', missed: 'Missed', open: 'Not begun' };

/** /staff/students/{id}: one student, as far as this institute goes, and what to talk about. */
export default function StudentPage() {
  const { id } = useParams({ from: '/staff/students/$id' });
  const student = useCall(getStudentForStaff, { id: Number(id) }, { staleTime: 0 });
  return (
    <>
      <PageTitle back={{ link: { to: '/staff/people', search: { kind: 'students' } }, label: 'Back to the people' }}>
        {student.data?.name ?? 'Student'}
      </PageTitle>
      <Loaded query={student} skeleton={<Skeleton height={320} radius="lg" />}>
        {(data) => (
          <>
            <p className={rows.soft}>
              {[data.given_id, data.classrooms.join(', '), `here since ${formatDate(data.joined_at)}`].filter(Boolean).join(' · ')}
            </p>
            <section className={card.card} style={{ marginBlock: 16 }} aria-labelledby="talk">
              <h2 id="talk">What to talk about</h2>
              {data.talk.length === 0 ? (
                <p className={rows.soft}>Nothing stands out: no missed test, no fall.</p>
              ) : (
                <ul style={{ margin: '8px 0 0', paddingInlineStart: 20, lineHeight: 1.7 }}>
                  {data.talk.map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              )}
              {data.subjects.length > 0 && (
                <p className={rows.soft} style={{ marginTop: 8 }}>
                  Latest tests: {data.subjects.map(({ name, percent }) => `${name} ${percent}%`).join(', ')}
                </p>
              )}
            </section>
            <section className={rows.section}>
              <h2>Tests and assignments</h2>
              {data.tests.length === 0 ? (
                <p className={rows.soft}>None given yet.</p>
              ) : (
                <ul className={rows.list}>
                  {data.tests.map((test) => (
                    <li key={test.id} className={rows.row}>
                      <span className={rows.main} data-bar={test.is_assignment ? 'assignment' : 'test'}>
                        {test.name}
                        <span className={rows.sub}>
                          {[
                            test.at && formatDate(test.at),
                            states[test.state],
                            test.rank !== null && `rank ${formatNumber(test.rank)} of ${formatNumber(test.appeared)}`,
                          ]
                            .filter(Boolean)
                            .join(' · ')}
                        </span>
                      </span>
                      {test.score !== null && (
                        <span className={rows.count}>
                          {formatNumber(test.score)} / {formatNumber(test.max_score ?? 0)}
                        </span>
                      )}
                    </li>
                  ))}
                </ul>
              )}
            </section>
          </>
        )}
      </Loaded>
    </>
  );
}
