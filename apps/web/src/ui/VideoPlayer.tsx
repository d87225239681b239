import { i18n } from '../platform/language.ts';
import { brand } from '@abhyas/contract/institute/brand';
import { type VideoSource, videoSource } from '@abhyas/exam/classes/video';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPlayFilled, IconWifiOff } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import classes from './VideoPlayer.module.css';

interface Props {
  /** The address as its author wrote it; for an address that is not allowed a message is shown. */
  address: string;
  /** The name of the video for screen readers. */
  title: string;
  /** Whether the video fills the height that the window leaves, for a page that shows little else. Otherwise its shape decides. */
  isTall?: boolean;
  /** Whether the video plays by itself and muted once it is in view, unless the person asked for less data. */
  isAutoplaying?: boolean;
}

/** Whether the person has asked the browser to save data. */
const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true ||
  matchMedia('(prefers-reduced-data: reduce)').matches;

/** A video. No other site is called before the person presses play, except for a video that plays by itself. */
export function VideoPlayer({ address, title, isTall = false, isAutoplaying = false }: Props) {
  const source = videoSource(address, brand.videoHosts);
  return (
    <div className={classes.frame} data-tall={isTall || undefined}>
      {source ? (
        <Player key={address} source={source} title={title} isAutoplaying={isAutoplaying} />
      ) : (
        <Message Icon={IconAlertTriangle} text={i18n.t('This video cannot be played, because this site does not allow its address.')} />
      )}
    </div>
  );
}

type State = 'waiting' | 'playing' | 'failed' | 'offline';

interface PlayerProps {
  source: VideoSource;
  title: string;
  isAutoplaying: boolean;
}

function Player({ source, title, isAutoplaying }: PlayerProps) {
  const [state, setState] = useState<State>('waiting');
  const [isMuted] = useState(() => isAutoplaying && !savesData());
  const play = () => setState(navigator.onLine || source.isOwn ? 'playing' : 'offline');
  const fail = () => setState(navigator.onLine ? 'failed' : 'offline');
  if (state === 'failed') return <Message Icon={IconAlertTriangle} text={i18n.t('This video could not be loaded.')} retry={play} />;
  if (state === 'offline') return <Message Icon={IconWifiOff} text={i18n.t('You are offline. Connect to play this video.')} retry={play} />;
  if (isMuted && state === 'waiting') return <UntilInView onView={play} />;
  // A file of our own site shows its first picture at once.
  if (source.isOwn || (source.kind === 'file' && state === 'playing'))
    return <FilePlayer source={source} title={title} hasBegun={isMuted || !source.isOwn} isMuted={isMuted} onError={fail} />;
  if (state === 'playing') return <YoutubePlayer source={source} title={title} isMuted={isMuted} />;
  return (
    <button
      type="button"
      className="grid justify-center justify-items-center content-center gap-12 p-16 text-inherit focus-visible:-outline-offset-4"
      onClick={play}
      aria-label={i18n.t('Play: {title}', { title })}
    >
      <span className={`grid place-items-center ${classes.play}`} aria-hidden>
        <IconPlayerPlayFilled size={32} />
      </span>
      <span className="text-14">
        {source.kind === 'youtube' ? i18n.t('Plays from YouTube') : i18n.t('Plays from {host}', { host: new URL(source.id).host })}
      </span>
    </button>
  );
}

/** An empty element that reports when it comes into view. */
function UntilInView({ onView }: { onView: () => void }) {
  const watch = useCallback(
    (place: HTMLElement) => {
      const observer = new IntersectionObserver(([entry]) => void (entry?.isIntersecting && onView()));
      observer.observe(place);
      return () => observer.disconnect();
    },
    [onView],
  );
  return <span ref={watch} className="size-full min-h-0 border-none object-contain" />;
}

interface FileProps {
  source: VideoSource;
  title: string;
  hasBegun: boolean;
  isMuted: boolean;
  onError: () => void;
}

function FilePlayer({ source: { id, isOwn, start, end }, title, hasBegun, isMuted, onError }: FileProps) {
  const part = start === null && end === null ? '' : `#t=${start ?? 0}${end === null ? '' : `,${end}`}`;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a file of another host brings its captions itself; ours has a track.
    <video
      className="size-full min-h-0 border-none object-contain"
      src={`${id}${part}`}
      title={title}
      aria-label={title}
      controls
      playsInline
      preload="metadata"
      autoPlay={hasBegun}
      muted={isMuted}
      controlsList="nodownload"
      onError={onError}
    >
      {isOwn && <track kind="captions" srcLang="en" label={i18n.t('English')} src={id.replace(/\.\w+$/, '.vtt')} default />}
    </video>
  );
}

function YoutubePlayer({ source: { id, start, end }, title, isMuted }: Omit<FileProps, 'hasBegun' | 'onError'>) {
  const fields = new URLSearchParams({ autoplay: '1', rel: '0', playsinline: '1', ...(isMuted ? { mute: '1' } : {}) });
  if (start !== null) fields.set('start', String(start));
  if (end !== null) fields.set('end', String(end));
  return (
    <iframe
      className="size-full min-h-0 border-none object-contain"
      src={`https://www.youtube-nocookie.com/embed/${id}?${fields.toString()}`}
      title={title}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      // YouTube refuses to play for a page that does not send its origin.
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}

function Message({ Icon, text, retry }: { Icon: typeof IconWifiOff; text: string; retry?: () => void }) {
  return (
    <div className="grid justify-center justify-items-center content-center gap-12 p-16 text-center" role="alert">
      <Icon size={28} aria-hidden />
      <p>{text}</p>
      {retry && (
        <Button variant="default" onClick={retry}>
          {i18n.t('Try again')}
        </Button>
      )}
    </div>
  );
}
