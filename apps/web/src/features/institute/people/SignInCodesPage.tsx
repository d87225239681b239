import { getInstituteCodes, makeInstituteCodes } from '@abhyas/contract/institute/institute-codes';
import type { Answer } from '@abhyas/contract/endpoint';
import { Button, Skeleton } from '@mantine/core';
import { IconDownload, IconKey, IconPrinter } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { saveCsv } from '../../../platform/save-csv.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { formatDate, formatDateTime, formatNumber, plural } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { NotFound } from '../../../ui/NotFound.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import classes from './SignInCodes.module.css';

type Codes = Answer<typeof getInstituteCodes>;
type Student = Codes['students'][number];
type Made = Answer<typeof makeInstituteCodes>;

const badges = {
  open: { text: 'Open', tone: 'good' },
  used: { text: 'Used', tone: undefined },
  dead: { text: 'Tried too often', tone: 'danger' },
  expired: { text: 'Expired', tone: 'warning' },
  ended: { text: 'Withdrawn', tone: undefined },
} as const;

/** /staff/people/codes: the sign-in codes of a batch, as printed cards and as a file. */
export default function SignInCodesPage() {
  const { classroom_id } = useSearch({ from: '/staff/people/codes' });
  if (classroom_id === undefined) return <NotFound />;
  return <BatchCodes key={classroom_id} classroom_id={classroom_id} />;
}

function BatchCodes({ classroom_id }: { classroom_id: number }) {
  const list = useCall(getInstituteCodes, { classroom_id }, { staleTime: 0 });
  const [made, setMade] = useState<Made | null>(null);
  const [isAsking, setAsking] = useState(false);
  const send = useSend(makeInstituteCodes, { ownFailures: true });
  const make = (replaces_open: boolean) =>
    send.mutate(
      { classroom_id, replaces_open },
      {
        onSuccess: (answer) => {
          setMade(answer);
          setAsking(false);
          void queryClient.invalidateQueries({ queryKey: [getInstituteCodes.route] });
        },
      },
    );
  return (
    <>
      <PageTitle back={{ link: { to: '/staff/people', search: { kind: 'students', classroom_id } }, label: 'Back to the batch' }}>
        {list.data?.classroom_name ? `Sign-in codes: ${list.data.classroom_name}` : 'Sign-in codes'}
      </PageTitle>
      <Loaded query={list} skeleton={[1, 2, 3, 4, 5].map((row) => <Skeleton key={row} height={72} mb={2} />)}>
        {(data) => {
          const withId = data.students.filter(({ given_id }) => given_id !== null);
          const open = withId.filter(({ code }) => code?.state === 'open').length;
          const missing = withId.length - open;
          if (withId.length === 0)
            return (
              <EmptyState icon={<IconKey size={26} />} title="Nobody here has an ID of the institute">
                A code opens the account of an ID. Roll numbers come in with a roster.
              </EmptyState>
            );
          return (
            <>
              <div className={`${rows.bar} print:hidden!`}>
                <p className="text-14 text-ink-soft">
                  A student signs in with the institute’s code, their ID and an OTP that works once, within 7 days. Five wrong tries end it.
                </p>
                <span className={rows.actions}>
                  {open > 0 && (
                    <Button variant="default" disabled={send.isPending} onClick={() => setAsking(true)}>
                      Make new codes
                    </Button>
                  )}
                  {missing > 0 && (
                    <Button loading={send.isPending && !isAsking} onClick={() => make(false)}>
                      Make {plural(missing, 'code')}
                    </Button>
                  )}
                </span>
              </div>
              {send.error && !isAsking && <AlertLine>Not made: {messageOf(send.error)}</AlertLine>}
              {made && <Cards made={made} institute={data.institute} />}
              <CodeList students={data.students} open={open} />
            </>
          );
        }}
      </Loaded>
      {isAsking && (
        <FormDialog
          onClose={() => setAsking(false)}
          title="Make new codes for all?"
          failure={send.error && `Not made: ${messageOf(send.error)}`}
          focusesBack
          actions={
            <Button loading={send.isPending} onClick={() => make(true)}>
              Make new codes
            </Button>
          }
        >
          <p className="text-14 leading-reading text-ink-soft">Codes that were handed out and not used yet will no longer be valid.</p>
        </FormDialog>
      )}
    </>
  );
}

/** The new codes, one card to cut out for each student. */
function Cards({ made, institute }: { made: Made; institute: Codes['institute'] }) {
  return (
    <section className="mb-32" aria-labelledby="made">
      <div className={`${rows.bar} print:hidden!`}>
        <div role="status">
          <h2 id="made">{plural(made.codes.length, 'code')} made</h2>
          <p className="text-14 text-ink-soft">
            They are shown now and never again: print or save them before you leave.
            {made.without_id > 0 && ` ${plural(made.without_id, 'student')} without an ID got none.`}
          </p>
        </div>
        <span className={rows.actions}>
          <Button variant="default" leftSection={<IconDownload size={18} />} onClick={() => saveCsv(made)}>
            CSV
          </Button>
          <Button leftSection={<IconPrinter size={18} />} onClick={() => window.print()}>
            Print cards
          </Button>
        </span>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(260px,1fr))] gap-12 print:grid-cols-[1fr_1fr] print:gap-[8mm]">
        {made.codes.map(({ name, institute_given_id, otp }) => (
          <li
            key={institute_given_id}
            className={`${classes.card} p-16 border border-dashed border-line-strong rounded-card bg-surface print:break-inside-avoid`}
          >
            <p className="font-bold">{name}</p>
            <p className="text-14 text-ink-soft">
              {institute.name} · {location.host}/login
            </p>
            <dl>
              <dt>Institute code</dt>
              <dd>{institute.code}</dd>
              <dt>Your ID</dt>
              <dd>{institute_given_id}</dd>
              <dt>OTP</dt>
              <dd className={classes.otp}>{otp}</dd>
              <dt>Valid until</dt>
              <dd>{formatDate(made.expires_at)}, once</dd>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateInWords({ given_id, code }: Student): string {
  if (given_id === null) return 'No ID of the institute, so no code';
  if (!code) return `${given_id} · no code yet`;
  const end = code.used_at === null ? `until ${formatDateTime(code.expires_at)}` : `used ${formatDateTime(code.used_at)}`;
  return [given_id, `made ${formatDateTime(code.made_at)}`, end, code.state === 'open' && `${formatNumber(code.tries)} of 5 tries`]
    .filter(Boolean)
    .join(' · ');
}

function CodeList({ students, open }: { students: readonly Student[]; open: number }) {
  return (
    <section className={`${rows.section} print:hidden!`}>
      <h2>
        {plural(students.length, 'student')}, {formatNumber(open)} with an open code
      </h2>
      <ul className={rows.list}>
        {students.map((student) => {
          const badge = student.code && badges[student.code.state];
          return (
            <li key={student.membership_id}>
              <Link to="/staff/students/$id" params={{ id: String(student.user_id) }} className={rows.row}>
                <span className={rows.main}>
                  {student.name ?? 'Without a name'}
                  <span className="block text-14 font-regular text-ink-soft">{stateInWords(student)}</span>
                </span>
                {badge && (
                  <span className={rows.badge} data-tone={badge.tone}>
                    {badge.text}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
