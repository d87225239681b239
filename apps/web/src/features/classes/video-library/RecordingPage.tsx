import type { Answer } from '@abhyas/contract/endpoint';
import { addConcept, getRecording, removeConcept, updateVirtualMeetingConcepts } from '@abhyas/contract/classes/video-library';
import { clipAddress, clipFault, clipTimeInWords, clipTimeOf, readClipTime } from '@abhyas/exam/classes/clip';
import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import card from '../../../ui/card.module.css';
import rows from '../../../ui/rows.module.css';
import { VideoPlayer } from '../../../ui/VideoPlayer.tsx';
import classes from './Recording.module.css';

type Recording = Answer<typeof getRecording>;
type Clip = Recording['concepts'][number];

const refresh = () => queryClient.invalidateQueries({ queryKey: [getRecording.route] });
/** Whether the recording is the whiteboard of a class on this site, which has no video to show here. */
const isBoard = ({ recording_url }: Recording) => recording_url.startsWith('/view_class/');
const NO_TIME = 'Write a time as 4:05 or 1:02:03.';

/** /staff/recordings/{id}: a recording and its clips. */
export default function RecordingPage() {
  const { id } = useParams({ strict: false });
  const recording = useCall(getRecording, { id: Number(id) });
  const [shown, setShown] = useState<Clip | null>(null);
  return (
    <>
      <PageTitle back={{ link: { to: '/staff/recordings' }, label: 'Back to Recordings' }}>
        {recording.data?.title ?? 'Recording'}
      </PageTitle>
      <Loaded query={recording} skeleton={<Skeleton height={420} radius="lg" />}>
        {(data) => (
          <div
            className={`grid gap-24 ${isBoard(data) ? 'max-w-560' : `${classes.columns} grid-cols-[minmax(0,1fr)_minmax(0,440px)] items-start max-62:grid-cols-1`}`}
          >
            <div className={classes.player}>
              {isBoard(data) ? (
                <p className="text-14 text-ink-soft">
                  This class was held in the live classroom of this site. Students see its whiteboard again on the page of the class; a clip
                  begins and ends at the times below.
                </p>
              ) : (
                <VideoPlayer
                  key={shown?.id ?? 0}
                  address={shown ? clipAddress(data.recording_url, shown.starts_at, shown.ends_at) : data.recording_url}
                  title={shown?.title ?? data.title}
                />
              )}
            </div>
            <div>
              <NewClip id={Number(id)} recording={data} />
              {data.concepts.length > 0 && (
                <>
                  <h2 className={classes.heading}>Clips</h2>
                  <ul className={rows.list}>
                    {data.concepts.map((clip) => (
                      <ClipRow
                        key={`${clip.id} ${clip.starts_at} ${clip.ends_at}`}
                        clip={clip}
                        length={data.seconds}
                        onShow={isBoard(data) ? null : () => setShown(clip)}
                      />
                    ))}
                  </ul>
                </>
              )}
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Both times in seconds, or the reason why they are not valid. */
function readTimes(start: string, end: string, length: number | null): { times?: [number, number]; fault?: string } {
  const [from, to] = [readClipTime(start), readClipTime(end)];
  if (from === null || to === null) return { fault: NO_TIME };
  const fault = clipFault(from, to, length);
  return fault ? { fault } : { times: [from, to] };
}

function NewClip({ id, recording }: { id: number; recording: Recording }) {
  const last = recording.concepts.at(-1);
  const [title, setTitle] = useState('');
  const [topic, setTopic] = useState('0');
  const [start, setStart] = useState(clipTimeInWords(last?.ends_at ?? 0));
  const [end, setEnd] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const add = useSend(addConcept, { ownFailures: true });
  const cut = () => {
    const { times, fault: wrong } = readTimes(start, end, recording.seconds);
    if (title.trim() === '') return setFault('Give the clip a title.');
    if (!times) return setFault(wrong ?? NO_TIME);
    setFault(null);
    const input = { id, title: title.trim(), start_at: clipTimeOf(times[0]), ends_at: clipTimeOf(times[1]) };
    add.mutate(topic === '0' ? input : { ...input, topic_id: Number(topic) }, {
      onSuccess: () => {
        setTitle('');
        setStart(clipTimeInWords(times[1]));
        setEnd('');
        void refresh();
      },
      onError: (failure) => setFault(messageOf(failure)),
    });
  };
  return (
    <section className={`${card.card} grid gap-16 ${classes.form}`}>
      <h2 className={classes.heading}>Cut a clip</h2>
      <TextInput label="Title" maxLength={120} value={title} onChange={({ target }) => setTitle(target.value)} />
      <NativeSelect
        label="Topic"
        value={topic}
        data={[
          { value: '0', label: 'None: with the whole classes' },
          ...recording.topics.map(({ id: value, name, chapter_name }) => ({ value: String(value), label: `${chapter_name}: ${name}` })),
        ]}
        onChange={({ target }) => setTopic(target.value)}
      />
      <div className={`flex flex-wrap gap-12 ${classes.times}`}>
        <TextInput
          label="Starts at"
          inputMode="numeric"
          placeholder="4:05"
          value={start}
          onChange={({ target }) => setStart(target.value)}
        />
        <TextInput label="Ends at" inputMode="numeric" placeholder="9:30" value={end} onChange={({ target }) => setEnd(target.value)} />
      </div>
      {recording.quiz_moments.length > 0 && (
        <div className="flex flex-wrap items-center gap-8" role="group" aria-label="Quiz questions were shown at">
          <span className="text-14 text-ink-soft">Quiz questions at</span>
          {recording.quiz_moments.map((second) => (
            <button
              key={second}
              type="button"
              className="min-h-44 px-12 py-0 border border-line rounded-pill bg-surface text-ink tabular"
              onClick={() => setEnd(clipTimeInWords(second))}
            >
              {clipTimeInWords(second)}
            </button>
          ))}
        </div>
      )}
      {fault && (
        <p role="alert" className="font-medium text-incorrect">
          {fault}
        </p>
      )}
      <Button onClick={cut} loading={add.isPending}>
        Cut
      </Button>
    </section>
  );
}

function ClipRow({ clip, length, onShow }: { clip: Clip; length: number | null; onShow: (() => void) | null }) {
  const [start, setStart] = useState(clipTimeInWords(clip.starts_at));
  const [end, setEnd] = useState(clipTimeInWords(clip.ends_at));
  const [fault, setFault] = useState<string | null>(null);
  const update = useSend(updateVirtualMeetingConcepts, { ownFailures: true });
  const remove = useSend(removeConcept, { ownFailures: true });
  const isChanged = start !== clipTimeInWords(clip.starts_at) || end !== clipTimeInWords(clip.ends_at);
  const outcome = { onSuccess: () => void refresh(), onError: (failure: Error) => setFault(messageOf(failure)) };
  const save = () => {
    const { times, fault: wrong } = readTimes(start, end, length);
    setFault(wrong ?? null);
    if (times) update.mutate({ id: clip.id, start_at: clipTimeOf(times[0]), ends_at: clipTimeOf(times[1]) }, outcome);
  };
  return (
    <li className="grid gap-8 px-16 py-12">
      <div className="flex flex-wrap items-center gap-8">
        <span className={rows.main}>
          {clip.title}
          <span className="block text-14 font-regular text-ink-soft">{clip.topic_name ?? 'With the whole classes'}</span>
        </span>
        {onShow && (
          <Button variant="default" onClick={onShow} aria-label={`Show: ${clip.title}`}>
            Show
          </Button>
        )}
        <Button
          variant="subtle"
          color="red"
          className="flex-none w-44 p-0"
          loading={remove.isPending}
          aria-label={`Remove: ${clip.title}`}
          title="Remove"
          onClick={() => remove.mutate({ id: clip.id }, outcome)}
        >
          <IconTrash size={20} aria-hidden />
        </Button>
      </div>
      <div className={`flex flex-wrap gap-12 ${classes.times}`}>
        <TextInput
          aria-label={`Starts at: ${clip.title}`}
          inputMode="numeric"
          value={start}
          onChange={({ target }) => setStart(target.value)}
        />
        <TextInput aria-label={`Ends at: ${clip.title}`} inputMode="numeric" value={end} onChange={({ target }) => setEnd(target.value)} />
        {isChanged && (
          <Button onClick={save} loading={update.isPending}>
            Save
          </Button>
        )}
      </div>
      {fault && (
        <p role="alert" className="font-medium text-incorrect">
          {fault}
        </p>
      )}
    </li>
  );
}
