import { updateOfflineTestStudentResponseStatus } from '@abhyas/contract/exam-office/offline-tests';
import { Button } from '@mantine/core';
import { IconCheck, IconClock, IconDownload, IconEye, IconUpload, IconX, type TablerIcon } from '@tabler/icons-react';
import { serverNow } from '../../../platform/clock.ts';
import { i18n } from '../../../platform/language.ts';
import { useSend } from '../../../platform/queries.ts';
import { formatBytes, formatComing, formatDateTime, formatNumber } from '../../../ui/format.ts';
import rows from '../../../ui/rows.module.css';
import { toast } from '../../../ui/toasts.ts';
import { hasNotStarted, type OfflineTest, refreshTests, statusInWords } from './offline-tests.queries.ts';
import classes from './OfflineTests.module.css';

const looks: Record<OfflineTest['status'], { Icon: TablerIcon; tone?: string }> = {
  NOT_STARTED: { Icon: IconClock },
  QP_DOWNLOADED: { Icon: IconDownload, tone: 'warning' },
  SUBMITTED: { Icon: IconCheck, tone: 'good' },
  MISSED: { Icon: IconX, tone: 'danger' },
};

interface Props {
  test: OfflineTest;
  /** Whether this row has the page's one filled button. */
  isNext: boolean;
  onUpload: () => void;
}

/** A test on paper: its time, marks and question paper, the sheet that was handed in, and its result. */
export function OfflineTestRow({ test, isNext, onUpload }: Props) {
  const { Icon, tone } = looks[test.status];
  const now = serverNow();
  const hasBegun = Date.parse(test.start_date) <= now;
  const isLate = Date.parse(test.submit_until) < now;
  const isMarked = test.response_summary.marks !== null;
  return (
    <li className="grid gap-12 px-20 py-16 border border-line rounded-card bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-8">
        <h2 className="text-16 leading-text">{test.name}</h2>
        <span className={rows.badge} data-tone={tone}>
          <Icon size={14} aria-hidden />
          {statusInWords(test.status)}
        </span>
      </div>
      <dl className={`${classes.facts} grid grid-cols-[repeat(auto-fit,minmax(132px,1fr))] gap-x-16 gap-y-8 tabular`}>
        <Fact name={i18n.t('Start date')}>{formatDateTime(test.start_date)}</Fact>
        <Fact name={i18n.t('Duration')}>{i18n.t('{minutes} min', { minutes: test.duration })}</Fact>
        <Fact name={i18n.t('Total mark')}>{formatNumber(test.summary.total_mark)}</Fact>
        <Fact name={i18n.t('Marks obtained')}>
          {test.response_summary.marks === null ? '–' : formatNumber(test.response_summary.marks)}
        </Fact>
        <Fact name={i18n.t('Question paper')}>
          {test.question_file_url ? (
            <Paper test={test} url={test.question_file_url} />
          ) : hasBegun ? (
            i18n.t('From your teacher')
          ) : (
            i18n.t('From {time}', { time: formatComing(test.start_date, now) })
          )}
        </Fact>
        <Fact name={i18n.t('Answer sheet')}>
          {test.file_url ? (
            <a href={test.file_url} className="inline-flex items-center gap-6 min-h-44 -my-6 font-semibold text-accent" download>
              <IconEye size={18} aria-hidden />
              {i18n.t('Open')}
            </a>
          ) : (
            '–'
          )}
        </Fact>
      </dl>
      {test.receipt && (
        <p className={classes.receipt}>
          {[
            i18n.t('Received {time}', { time: formatDateTime(test.receipt.received_at) }),
            formatBytes(test.receipt.bytes),
            test.receipt.pages !== null && i18n.t('{count, plural, one {# page} other {# pages}}', { count: test.receipt.pages }),
            test.receipt.versions > 1 && i18n.t('version {versions}', { versions: test.receipt.versions }),
          ]
            .filter(Boolean)
            .join(' · ')}
          {test.receipt.is_late && <strong> {i18n.t('· received late')}</strong>}
        </p>
      )}
      {test.response_summary.remark && (
        <p className="px-12 py-8 rounded-control bg-unattempted-soft whitespace-pre-line">{test.response_summary.remark}</p>
      )}
      <div className="flex flex-wrap items-center gap-12 empty:hidden">
        {test.marked_file_url && (
          <Button component="a" href={test.marked_file_url} download variant="default" leftSection={<IconDownload size={18} />}>
            {i18n.t('Marked sheet')}
          </Button>
        )}
        {hasBegun && !isMarked && (
          <Button
            variant={isNext ? 'filled' : 'default'}
            leftSection={<IconUpload size={18} />}
            onClick={onUpload}
            aria-label={`${test.file_url ? i18n.t('Upload another version') : i18n.t('Upload answer sheet')}: ${test.name}`}
          >
            {test.file_url ? i18n.t('Upload another version') : i18n.t('Upload answer sheet')}
          </Button>
        )}
        {hasBegun && !isMarked && test.status !== 'SUBMITTED' && (
          <span className={classes.soft}>
            {isLate
              ? i18n.t('You can still hand in a sheet; it is shown as late.')
              : i18n.t('In time until {time}', { time: formatComing(test.submit_until, now) })}
          </span>
        )}
      </div>
    </li>
  );
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Records at the server that the paper was opened; a failure is shown. */
function Paper({ test, url }: { test: OfflineTest; url: string }) {
  const update = useSend(updateOfflineTestStudentResponseStatus, { ownFailures: true });
  const note = () => {
    if (test.status !== 'NOT_STARTED') return;
    update.mutate(
      { offline_test_student_response_id: test.offline_test_student_response_id, status: 'QP_DOWNLOADED' },
      {
        onSuccess: () => void refreshTests(),
        onError: () =>
          // The response may be lost after the server has stored the status, so the fetched list decides.
          void hasNotStarted(test).then((isUnchanged) => {
            if (isUnchanged)
              toast.error(
                i18n.t('Something went wrong, your {status} is not updated, please try again or contact us!', {
                  status: statusInWords('QP_DOWNLOADED'),
                }),
              );
          }),
      },
    );
  };
  return (
    <a href={url} className="inline-flex items-center gap-6 min-h-44 -my-6 font-semibold text-accent" download onClick={note}>
      <IconDownload size={18} aria-hidden />
      {i18n.t('Open')}
    </a>
  );
}
