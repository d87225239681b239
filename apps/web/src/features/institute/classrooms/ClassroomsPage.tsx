// Contents: the page · classrooms · subjects
import { getClassrooms } from '@abhyas/contract/institute/classrooms';
import type { Answer } from '@abhyas/contract/endpoint';
import { hasRight } from '@abhyas/contract/institute/rights';
import { Button, Skeleton } from '@mantine/core';
import { IconBooks, IconChevronRight, IconPlus, IconSchool } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../../platform/queries.ts';
import { useUser } from '../../../platform/user.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import forms from '../../../ui/forms.module.css';
import { plural } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { ClassroomNameModal } from './ClassroomNameModal.tsx';
import styles from './Classrooms.module.css';
import { SubjectModal } from './SubjectModal.tsx';

type Data = Answer<typeof getClassrooms>;
type Classroom = Data['classrooms'][number];
type Subject = Data['subjects'][number];

/** /staff/classrooms: the classrooms of the institute and the subjects that it teaches. */
export default function ClassroomsPage() {
  const role = useUser()?.membership?.role ?? null;
  const list = useCall(getClassrooms, {});
  const [isMaking, setMaking] = useState(false);
  const [subject, setSubject] = useState<Subject | 'new' | null>(null);
  const make = hasRight(role, 'classes.manage') && (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setMaking(true)}>
      New classroom
    </Button>
  );
  return (
    <>
      <PageTitle>Classrooms</PageTitle>
      <Loaded query={list} skeleton={[1, 2, 3].map((row) => <Skeleton key={row} height={72} mb={2} />)}>
        {({ classrooms, subjects }) => {
          const used = classrooms.filter(({ is_archived }) => !is_archived);
          const archived = classrooms.filter(({ is_archived }) => is_archived);
          return (
            <>
              <section className={rows.section}>
                {used.length === 0 ? (
                  <EmptyState icon={<IconSchool size={26} />} title="No classroom yet" action={make}>
                    Students of a classroom share classes, files and tests on paper.
                  </EmptyState>
                ) : (
                  <>
                    <div className={rows.bar}>
                      <p className="text-14 text-ink-soft">{plural(used.length, 'classroom')}</p>
                      {make}
                    </div>
                    <ClassroomList classrooms={used} />
                  </>
                )}
                {archived.length > 0 && (
                  <details className={styles.archived}>
                    <summary>{plural(archived.length, 'archived classroom')}</summary>
                    <ClassroomList classrooms={archived} />
                  </details>
                )}
              </section>
              <Subjects subjects={subjects} mayManage={hasRight(role, 'settings.manage')} onOpen={setSubject} />
            </>
          );
        }}
      </Loaded>
      {isMaking && <ClassroomNameModal onClose={() => setMaking(false)} />}
      {subject !== null && <SubjectModal subject={subject === 'new' ? null : subject} onClose={() => setSubject(null)} />}
    </>
  );
}

function ClassroomList({ classrooms }: { classrooms: Classroom[] }) {
  return (
    <ul className={rows.list}>
      {classrooms.map(({ id, name, student_count, teacher_names }) => (
        <li key={id}>
          <Link to="/staff/classrooms/$id" params={{ id: String(id) }} className={rows.row}>
            <span className={rows.main}>
              {name}
              <span className="block text-14 font-regular text-ink-soft">
                {plural(student_count, 'student')} · {teacher_names.length > 0 ? teacher_names.join(', ') : 'No teacher yet'}
              </span>
            </span>
            <IconChevronRight size={18} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface SubjectsProps {
  subjects: Subject[];
  mayManage: boolean;
  onOpen: (subject: Subject | 'new') => void;
}

function Subjects({ subjects, mayManage, onOpen }: SubjectsProps) {
  const add = mayManage && (
    <Button variant="default" leftSection={<IconPlus size={18} />} onClick={() => onOpen('new')}>
      Add a subject
    </Button>
  );
  return (
    <section className={rows.section} aria-labelledby="subjects">
      <h2 id="subjects">Subjects</h2>
      {subjects.length === 0 ? (
        <EmptyState icon={<IconBooks size={26} />} title="No subject yet" action={add}>
          Each class, file and test on paper belongs to a subject.
        </EmptyState>
      ) : (
        <>
          <ul className={rows.list}>
            {subjects.map((subject) => (
              <li key={subject.id} className={rows.row}>
                <span className={rows.main}>
                  {subject.name}
                  {subject.code !== null && <span className="block text-14 font-regular text-ink-soft">{subject.code}</span>}
                </span>
                {mayManage && (
                  <Button variant="default" aria-label={`Change ${subject.name}`} onClick={() => onOpen(subject)}>
                    Change
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {add && <div className={forms.actions}>{add}</div>}
        </>
      )}
    </section>
  );
}
