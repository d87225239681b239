import type { Answer } from '@abhyas/contract/endpoint';
import {
  cancelOfflineTest,
  getOfflineTestResponses,
  getOfflineTests,
  giveOfflineTestMarks,
} from '@abhyas/contract/exam-office/offline-tests';
import { Button, Skeleton, Textarea, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { faultOfFile, sendStaffFile } from '../../../platform/staff-upload.ts';
import { FileField } from '../../../ui/FileField.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { formatBytes, formatDateTime, formatNumber, plural } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';

type Sheets = Answer<typeof getOfflineTestResponses>;
type Response = Sheets['responses'][number];

const refresh = () => queryClient.invalidateQueries({ queryKey: [getOfflineTestResponses.route] });
const inWords = { NOT_STARTED: 'Not started', QP_DOWNLOADED: 'QP Downloaded', SUBMITTED: 'Submitted', MISSED: 'Missed' } as const;
const tones = { NOT_STARTED: undefined, QP_DOWNLOADED: 'warning', SUBMITTED: 'good', MISSED: 'danger' } as const;

/** /staff/offline_tests/{id}: the sheets and marks of every student. */
export default function SheetsPage() {
  const { id } = useParams({ strict: false });
  const sheets = useCall(getOfflineTestResponses, { id: Number(id) }, { refreshEvery: 30_000 });
  const [marking, setMarking] = useState<Response | null>(null);
  const test = sheets.data?.offline_test;
  return (
    <>
      <PageTitle back={{ link: { to: '/staff/offline_tests' }, label: 'Back to Offline Tests' }}>{test?.name ?? 'Offline test'}</PageTitle>
      <Loaded query={sheets} skeleton={<Skeleton height={420} radius="lg" />}>
        {(data) => {
          const next = data.responses.find(({ status, marks }) => status === 'SUBMITTED' && marks === null);
          return (
            <>
              <Head data={data} />
              <ul className={rows.list}>
                {data.responses.map((response) => (
                  <li key={response.student_id} className={rows.row}>
                    <span className={rows.main}>
                      <span className="flex flex-wrap items-center gap-8">
                        {response.student_name ?? 'No name yet'}
                        <span className={rows.badge} data-tone={tones[response.status]}>
                          {inWords[response.status]}
                        </span>
                      </span>
                      {response.sheets.map((sheet, at) => (
                        <a
                          key={sheet.file_url}
                          href={sheet.file_url}
                          download
                          className="flex items-center gap-6 min-h-32 text-14 font-medium text-accent"
                        >
                          <IconDownload size={16} aria-hidden />
                          {`${at === 0 ? 'Sheet' : 'Older version'} · ${formatDateTime(sheet.received_at)} · ${formatBytes(sheet.bytes)}${sheet.pages === null ? '' : ` · ${plural(sheet.pages, 'page')}`}${sheet.is_late ? ' · late' : ''}`}
                        </a>
                      ))}
                    </span>
                    {response.marks !== null && (
                      <span className="font-bold tabular">
                        {`${formatNumber(response.marks)} of ${formatNumber(data.offline_test.total_mark)}`}
                      </span>
                    )}
                    <Button
                      variant={response === next ? 'filled' : 'default'}
                      aria-label={`${response.marks === null ? 'Give marks' : 'Change marks'}: ${response.student_name}`}
                      onClick={() => setMarking(response)}
                    >
                      {response.marks === null ? 'Give marks' : 'Change'}
                    </Button>
                  </li>
                ))}
              </ul>
              {marking && <MarksDialog test={data.offline_test} response={marking} onClose={() => setMarking(null)} />}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function Head({ data: { offline_test, responses } }: { data: Sheets }) {
  const cancel = useSend(cancelOfflineTest, { ownFailures: true });
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const drop = () =>
    cancel.mutate(
      { id: offline_test.id },
      {
        onSuccess: () => {
          void queryClient.invalidateQueries({ queryKey: [getOfflineTests.route] });
          void navigate({ to: '/staff/offline_tests' });
        },
      },
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-12 mb-16">
      <p className="text-14 text-ink-soft">
        {`${offline_test.subject_name} · ${formatDateTime(offline_test.start_date)} · in time until ${formatDateTime(offline_test.submit_until)} · ${offline_test.submitted_count} of ${plural(responses.length, 'sheet')}`}
      </p>
      {offline_test.submitted_count === 0 && (
        <Button variant="default" onClick={() => setAsking(true)}>
          Cancel the test
        </Button>
      )}
      <FormDialog
        title={`Cancel “${offline_test.name}”?`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        failure={cancel.error && messageOf(cancel.error)}
        back="Keep it"
        focusesBack
        actions={
          <Button color="red" loading={cancel.isPending} onClick={drop}>
            Cancel the test
          </Button>
        }
      >
        <p>Students no longer see the test. No sheet was handed in.</p>
      </FormDialog>
    </div>
  );
}

interface MarksProps {
  test: Sheets['offline_test'];
  response: Response;
  onClose: () => void;
}

function MarksDialog({ test, response, onClose }: MarksProps) {
  const [marks, setMarks] = useState(response.marks === null ? '' : String(response.marks));
  const [remark, setRemark] = useState(response.remark ?? '');
  const [file, setFile] = useState<File | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<{ of: 'marks' | 'file'; words: string } | null>(null);
  const [stop] = useState(() => new AbortController());
  const give = async () => {
    const value = Number(marks);
    if (marks.trim() === '' || !Number.isFinite(value) || value < 0 || value > test.total_mark || (value * 4) % 1 !== 0)
      return setFault({ of: 'marks', words: `Enter marks from 0 to ${test.total_mark}, in quarters.` });
    setFault(null);
    setBusy(true);
    try {
      const marked_file_url =
        file && (await sendStaffFile(file, { signal: stop.signal, onProgress: (sent, all) => setPercent(Math.floor((sent * 100) / all)) }));
      const input = { id: test.id, student_id: response.student_id, marks: value, remark: remark.trim() };
      await call(giveOfflineTestMarks, marked_file_url ? { ...input, marked_file_url } : input);
      await refresh();
      onClose();
    } catch (failure) {
      if (!stop.signal.aborted) setFault({ of: 'marks', words: messageOf(failure) });
      setPercent(null);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={`Marks of ${response.student_name ?? 'the student'}`}
      size={600}
      onClose={() => {
        stop.abort();
        onClose();
      }}
      isBusy={isBusy}
      actions={
        <Button onClick={() => void give()} loading={isBusy}>
          Give marks
        </Button>
      }
    >
      <div className="grid gap-16">
        <TextInput
          label={`Marks of ${formatNumber(test.total_mark)}`}
          inputMode="decimal"
          data-autofocus
          value={marks}
          error={fault?.of === 'marks' ? fault.words : null}
          onChange={({ target }) => setMarks(target.value)}
        />
        <Textarea label="Remark" maxLength={1000} autosize minRows={2} value={remark} onChange={({ target }) => setRemark(target.value)} />
        <FileField
          label="Marked sheet (goes back to the student)"
          file={file}
          percent={percent}
          fault={fault?.of === 'file' ? fault.words : null}
          onChoose={(chosen) => {
            const words = faultOfFile(chosen);
            setFault(words ? { of: 'file', words } : null);
            if (!words) setFile(chosen);
          }}
        />
      </div>
    </FormDialog>
  );
}
