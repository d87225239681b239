import { VOICE_SECONDS } from '@abhyas/contract/practice/doubts';
import { Button } from '@mantine/core';
import { IconMicrophone, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import buttons from '../../../ui/buttons.module.css';
import { formatTimer } from '../../../ui/format.ts';
import classes from './Doubts.module.css';

interface Props {
  voice: Blob | null;
  onChange: (voice: Blob | null) => void;
}

const refusedWords = 'The microphone is not available. Allow it for this site in the browser, or write the answer.';

/** The forms in which browsers record, with the extension of their files. */
const forms = [
  { type: 'audio/webm', extension: 'webm' },
  { type: 'audio/mp4', extension: 'mp4' },
] as const;
const formOfDevice = () =>
  typeof MediaRecorder === 'undefined' ? undefined : forms.find(({ type }) => MediaRecorder.isTypeSupported(type));

/** The file name of a voice note. */
export const voiceName = ({ type }: Blob): string => `voice.${forms.find((form) => type.startsWith(form.type))?.extension ?? 'webm'}`;

/** A field that records a voice note of at most three minutes, and plays it before it is sent. */
export function VoiceField({ voice, onChange }: Props) {
  const id = useId();
  const [seconds, setSeconds] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [form] = useState(formOfDevice);
  const recorder = useRef<MediaRecorder | null>(null);
  const isRecording = seconds !== null;

  useEffect(() => {
    if (!isRecording) return;
    const clock = setInterval(() => setSeconds((before) => (before === null ? null : before + 1)), 1000);
    return () => clearInterval(clock);
  }, [isRecording]);
  useEffect(() => {
    if (seconds !== null && seconds >= VOICE_SECONDS) recorder.current?.stop();
  }, [seconds]);
  // A dialog that is closed ends the recording and gives the microphone back.
  useEffect(
    () => () => {
      const active = recorder.current;
      if (!active) return;
      active.onstop = null;
      for (const track of active.stream.getTracks()) track.stop();
    },
    [],
  );

  async function begin() {
    if (!form) return;
    setFault(null);
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const active = new MediaRecorder(stream, { mimeType: form.type, audioBitsPerSecond: 32_000 });
      const pieces: Blob[] = [];
      active.ondataavailable = ({ data }) => pieces.push(data);
      active.onstop = () => {
        for (const track of stream.getTracks()) track.stop();
        recorder.current = null;
        setSeconds(null);
        onChange(new Blob(pieces, { type: form.type }));
      };
      recorder.current = active;
      active.start();
      setSeconds(0);
    } catch {
      setFault(refusedWords);
    }
  }

  return (
    <div role="group" aria-labelledby={id} className="grid gap-4">
      <span id={id} className="text-14 font-medium">
        A voice note
      </span>
      {form ? (
        <div className={`${classes.recorder} flex flex-wrap items-center gap-x-12 gap-y-8`}>
          {isRecording ? (
            <Button color="red" leftSection={<IconPlayerStop size={18} aria-hidden />} onClick={() => recorder.current?.stop()}>
              Stop at {formatTimer(seconds)}
            </Button>
          ) : (
            <Button variant="default" leftSection={<IconMicrophone size={18} aria-hidden />} onClick={() => void begin()}>
              {voice ? 'Record again' : 'Record'}
            </Button>
          )}
          {voice && !isRecording && (
            <>
              <Recorded voice={voice} />
              <button type="button" className={buttons.icon} aria-label="Remove the voice note" onClick={() => onChange(null)}>
                <IconTrash size={20} aria-hidden />
              </button>
            </>
          )}
        </div>
      ) : (
        <p className="text-14 text-ink-soft">This browser cannot record.</p>
      )}
      {fault && (
        <p role="alert" className="text-14 text-incorrect">
          {fault}
        </p>
      )}
    </div>
  );
}

function Recorded({ voice }: { voice: Blob }) {
  const player = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(voice);
    if (player.current) player.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [voice]);
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- The teacher listens to what was just said.
  return <audio ref={player} controls aria-label="The recorded voice note" />;
}
