import type { Answer } from '@abhyas/contract/endpoint';
import { createOfflineTest, type getOfflineTests } from '@abhyas/contract/exam-office/offline-tests';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { serverNow } from '../../../platform/clock.ts';
import { messageOf } from '../../../platform/failure.ts';
import { faultOfFile, sendStaffFile } from '../../../platform/staff-upload.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { ChoiceChips } from '../../../ui/ChoiceChips.tsx';
import { FileField } from '../../../ui/FileField.tsx';

interface Props {
  data: Answer<typeof getOfflineTests>;
  onClose: () => void;
  onMade: () => void;
}

/** The next full hour in India, as the value of a date-and-time field. */
const nextHour = () => new Date(Math.ceil(serverNow() / 3_600_000) * 3_600_000 + 19_800_000).toISOString().slice(0, 16);

/** Creates a test on paper: its time, students, marks and question paper. */
export function NewOfflineTest({ data, onClose, onMade }: Props) {
  const [fields, setFields] = useState({ name: '', start: nextHour(), duration: '60', upload: '30', marks: '100' });
  const [subject, setSubject] = useState(data.subjects[0]?.id ?? 0);
  const [classrooms, setClassrooms] = useState<number[]>(data.classrooms.length === 1 ? data.classrooms.map(({ id }) => id) : []);
  const [file, setFile] = useState<File | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<{ of: 'name' | 'file' | 'classrooms' | 'all'; words: string } | null>(null);
  const [stop] = useState(() => new AbortController());
  const faultOf = (of: string) => (fault?.of === of ? fault.words : null);
  const change = (part: Partial<typeof fields>) => setFields((former) => ({ ...former, ...part }));

  const make = async () => {
    if (fields.name.trim() === '') return setFault({ of: 'name', words: 'Give the test a name.' });
    if (classrooms.length === 0) return setFault({ of: 'classrooms', words: 'Choose at least one classroom.' });
    const numbers = [fields.duration, fields.upload, fields.marks].map(Number);
    const [duration = 0, upload_minutes = 0, total_mark = 0] = numbers;
    if (
      numbers.some((value) => !Number.isInteger(value)) ||
      duration < 5 ||
      duration > 480 ||
      upload_minutes < 0 ||
      upload_minutes > 1440 ||
      total_mark < 1
    )
      return setFault({
        of: 'all',
        words: 'A test takes 5 to 480 minutes, has 1 mark or more, and leaves up to 1,440 minutes to hand in.',
      });
    setFault(null);
    setBusy(true);
    try {
      const question_file_url =
        file && (await sendStaffFile(file, { signal: stop.signal, onProgress: (sent, all) => setPercent(Math.floor((sent * 100) / all)) }));
      const start_date = new Date(`${fields.start}:00+05:30`).toISOString();
      const input = {
        name: fields.name.trim(),
        subject_id: subject,
        start_date,
        duration,
        upload_minutes,
        total_mark,
        classroom_ids: classrooms,
      };
      await call(createOfflineTest, question_file_url ? { ...input, question_file_url } : input);
      onMade();
    } catch (failure) {
      if (!stop.signal.aborted) setFault({ of: 'all', words: messageOf(failure, 'Choose a day and a time.') });
      setPercent(null);
      setBusy(false);
    }
  };

  return (
    <FormDialog
      title="New test on paper"
      size={600}
      onClose={() => {
        stop.abort();
        onClose();
      }}
      failure={faultOf('all')}
      isBusy={isBusy}
      actions={
        <Button onClick={() => void make()} loading={isBusy}>
          Make the test
        </Button>
      }
    >
      <div className="grid gap-16">
        <TextInput
          label="Name"
          maxLength={120}
          data-autofocus
          value={fields.name}
          error={faultOf('name')}
          onChange={({ target }) => change({ name: target.value })}
        />
        <NativeSelect
          label="Subject"
          value={subject}
          data={data.subjects.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={({ target }) => setSubject(Number(target.value))}
        />
        <ChoiceChips
          label="Classrooms"
          options={data.classrooms}
          chosen={classrooms}
          onChange={setClassrooms}
          fault={faultOf('classrooms')}
        />
        <TextInput
          label="Starts (India)"
          type="datetime-local"
          value={fields.start}
          onChange={({ target }) => change({ start: target.value })}
        />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(128px,1fr))] gap-16">
          <TextInput
            label="Minutes"
            inputMode="numeric"
            value={fields.duration}
            onChange={({ target }) => change({ duration: target.value })}
          />
          <TextInput
            label="Minutes to hand in"
            inputMode="numeric"
            value={fields.upload}
            onChange={({ target }) => change({ upload: target.value })}
          />
          <TextInput
            label="Total mark"
            inputMode="numeric"
            value={fields.marks}
            onChange={({ target }) => change({ marks: target.value })}
          />
        </div>
        <FileField
          label="Question paper (given out at the start)"
          file={file}
          percent={percent}
          fault={faultOf('file')}
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
