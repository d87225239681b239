import { i18n } from '../../../platform/language.ts';
// Contents: a board at a second · live · played again · a recording by its address
import { brand } from '@abhyas/contract/institute/brand';
import type { BoardCue } from '@abhyas/contract/classes/live-classes';
import { videoSource } from '@abhyas/exam/classes/video';
import { Button } from '@mantine/core';
import { IconExternalLink, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useServerNow } from '../../../platform/useServerNow.ts';
import { Maths } from '../../../question/Maths.tsx';
import { VideoPlayer } from '../../../ui/VideoPlayer.tsx';
import styles from './ClassRoom.module.css';

/** Seconds for which a board stays after its last words, before it begins again. */
const REST = 20;

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
const lengthOf = (board: readonly BoardCue[]) => (board.at(-1)?.at ?? 0) + REST;

/** The spoken words and the lines on the board at a second of the class. */
function cueAt(board: readonly BoardCue[], second: number) {
  const said = board.filter(({ at }) => at <= second);
  return { caption: said.at(-1)?.say ?? '', lines: said.findLast(({ show }) => show)?.show ?? [], said };
}

function Board({ board, second }: { board: readonly BoardCue[]; second: number }) {
  const { caption, lines } = cueAt(board, second);
  return (
    <div className={`flex justify-between gap-16 ${styles.board}`}>
      <div className={`grid gap-16 ${styles.lines}`}>
        {lines.map((line) => (
          <Maths key={line} text={line} />
        ))}
      </div>
      <p className={styles.caption}>{caption}</p>
    </div>
  );
}

function Transcript({ board, second }: { board: readonly BoardCue[]; second: number }) {
  const said = cueAt(board, second).said.slice(-3);
  if (said.length === 0) return null;
  return (
    <section className={styles.said}>
      <h2>{i18n.t('What was said')}</h2>
      <ol>
        {said.map(({ at, say }) => (
          <li key={at}>
            <span className="tabular">{clock(at)}</span> {say}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The board at the present second of the class, so that everybody sees the same. */
export function LiveBoard({ board, startedAt }: { board: readonly BoardCue[]; startedAt: string }) {
  const now = useServerNow(1000);
  const second = Math.max(0, (now - Date.parse(startedAt)) / 1000) % lengthOf(board);
  return (
    <>
      <Board board={board} second={second} />
      <div className={styles.below}>
        <Transcript board={board} second={second} />
      </div>
    </>
  );
}

/** The replay of the board of a class that is over. */
export function RecordedBoard({ board }: { board: readonly BoardCue[] }) {
  const [second, setSecond] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const length = lengthOf(board);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => setSecond((at) => Math.min(length, at + 1)), 1000);
    return () => clearInterval(timer);
  }, [isPlaying, length]);
  return (
    <>
      <Board board={board} second={second} />
      <div className={`flex items-center gap-12 text-14 text-ink-soft ${styles.player}`}>
        <Button
          variant="default"
          size="md"
          onClick={() => setPlaying(!isPlaying)}
          aria-label={isPlaying ? i18n.t('Pause') : i18n.t('Play')}
        >
          {isPlaying ? <IconPlayerPause size={20} aria-hidden /> : <IconPlayerPlay size={20} aria-hidden />}
        </Button>
        <input
          type="range"
          min={0}
          max={length}
          value={second}
          aria-label={i18n.t('Place in the recording')}
          aria-valuetext={clock(second)}
          onChange={(event) => setSecond(Number(event.currentTarget.value))}
        />
        <span className="tabular">{i18n.t('{second} of {length}', { second: clock(second), length: clock(length) })}</span>
      </div>
      <div className={styles.below}>
        <Transcript board={board} second={second} />
      </div>
    </>
  );
}

/** A recording at an address, played on this page if possible, otherwise in its own window. */
export function RecordingByAddress({ url, title }: { url: string; title: string }) {
  if (videoSource(url, brand.videoHosts)) return <VideoPlayer address={url} title={title} />;
  return (
    <div className="grid justify-items-start gap-12">
      <p>{i18n.t('The recording opens in a separate window.')}</p>
      <Button component="a" href={url} target="_blank" rel="noopener noreferrer" rightSection={<IconExternalLink size={18} aria-hidden />}>
        {i18n.t('Open the recording')}
      </Button>
    </div>
  );
}
