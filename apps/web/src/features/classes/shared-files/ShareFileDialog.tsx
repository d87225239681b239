import type { Answer } from '@abhyas/contract/endpoint';
import { COMMON_SUBJECT, type getSharedFiles, shareFile } from '@abhyas/contract/classes/shared-files';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { beginningOf } from '@abhyas/exam/institute/cut-text';
import { messageOf } from '../../../platform/failure.ts';
import { call } from '../../../platform/call.ts';
import { faultOfFile, sendStaffFile } from '../../../platform/staff-upload.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { ChoiceChips } from '../../../ui/ChoiceChips.tsx';
import { FileField } from '../../../ui/FileField.tsx';
import { formatDateTime } from '../../../ui/format.ts';

interface Props {
  data: Answer<typeof getSharedFiles>;
  onClose: () => void;
  onShared: () => void;
}

/** Shares a file: its title, its folder, and the classrooms that get it. */
export function ShareFileDialog({ data, onClose, onShared }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [fields, setFields] = useState({ title: '', description: '', module: '', lecture: '' });
  const [subject, setSubject] = useState(data.subjects[0]?.id ?? COMMON_SUBJECT);
  const [meeting, setMeeting] = useState(0);
  const [classrooms, setClassrooms] = useState<number[]>(data.classrooms.length === 1 ? data.classrooms.map(({ id }) => id) : []);
  const [percent, setPercent] = useState<number | null>(null);
  const [fault, setFault] = useState<{ of: 'file' | 'title' | 'classrooms' | 'all'; words: string } | null>(null);
  const [stop] = useState(() => new AbortController());
  const faultOf = (of: string) => (fault?.of === of ? fault.words : null);
  const change = (part: Partial<typeof fields>) => setFields((former) => ({ ...former, ...part }));

  const choose = (chosen: File) => {
    const words = faultOfFile(chosen);
    setFault(words ? { of: 'file', words } : null);
    if (words) return;
    setFile(chosen);
    if (fields.title === '') change({ title: beginningOf(chosen.name.replace(/\.\w+$/, ''), 120) });
  };

  const share = async () => {
    if (!file) return setFault({ of: 'file', words: 'Please upload the file and click on submit' });
    if (fields.title.trim() === '') return setFault({ of: 'title', words: 'Give the file a title.' });
    if (classrooms.length === 0) return setFault({ of: 'classrooms', words: 'Choose at least one classroom.' });
    setFault(null);
    setPercent(0);
    try {
      const onProgress = (sent: number, all: number) => setPercent(Math.floor((sent * 100) / all));
      const file_url = await sendStaffFile(file, { signal: stop.signal, onProgress });
      const texts = Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : [])));
      const input = { ...texts, title: fields.title.trim(), file_url, subject_id: subject, classroom_ids: classrooms };
      await call(shareFile, meeting > 0 ? { ...input, virtual_meeting_id: meeting } : input);
      onShared();
    } catch (failure) {
      if (!stop.signal.aborted) setFault({ of: 'all', words: messageOf(failure) });
      setPercent(null);
    }
  };

  return (
    <FormDialog
      title="Share a file"
      size={600}
      onClose={() => {
        stop.abort();
        onClose();
      }}
      failure={faultOf('all')}
      isBusy={percent !== null}
      actions={
        <Button onClick={() => void share()} loading={percent !== null}>
          Share
        </Button>
      }
    >
      <div className="grid gap-16">
        <FileField label="File" file={file} onChoose={choose} percent={percent} fault={faultOf('file')} />
        <TextInput
          label="Title"
          maxLength={120}
          value={fields.title}
          error={faultOf('title')}
          onChange={({ target }) => change({ title: target.value })}
        />
        <ChoiceChips
          label="Classrooms"
          options={data.classrooms}
          chosen={classrooms}
          onChange={setClassrooms}
          fault={faultOf('classrooms')}
        />
        <NativeSelect
          label="Folder"
          value={subject}
          data={data.subjects.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={({ target }) => setSubject(Number(target.value))}
        />
        <NativeSelect
          label="Class (if it belongs to one)"
          value={meeting}
          data={[
            { value: '0', label: 'None' },
            ...data.classes.map(({ id, title, start_time }) => ({ value: String(id), label: `${title}, ${formatDateTime(start_time)}` })),
          ]}
          onChange={({ target }) => setMeeting(Number(target.value))}
        />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(160px,1fr))] gap-16">
          <TextInput label="Module" maxLength={80} value={fields.module} onChange={({ target }) => change({ module: target.value })} />
          <TextInput label="Lecture" maxLength={80} value={fields.lecture} onChange={({ target }) => change({ lecture: target.value })} />
        </div>
        <Textarea
          label="Description"
          maxLength={1000}
          autosize
          minRows={2}
          value={fields.description}
          onChange={({ target }) => change({ description: target.value })}
        />
      </div>
    </FormDialog>
  );
}
