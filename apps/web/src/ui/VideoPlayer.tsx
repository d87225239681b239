import { brand } from '@abhyas/contract/institute/brand';
import { type VideoSource, videoSource } from '@abhyas/exam/classes/video';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPlayFilled, IconWifiOff } from '@tabler/icons-react';
import { useState } from 'react';
import layout from './layout.module.css';
import textClasses from './text.module.css';
import classes from './VideoPlayer.module.css';

interface Props {
  /** The address as its author wrote it; for an address that is not allowed a message is shown. */
  address: string;
  /** The name of the video for screen readers. */
  title: string;
  /** As tall as the window leaves, on a page that shows little else; otherwise as tall as the video's shape asks. */
  isTall?: boolean;
}

/** A video. No other site is called before the person presses play. */
export function VideoPlayer({ address, title, isTall = false }: Props) {
  const source = videoSource(address, brand.videoHosts);
  return (
    <div className={classes.frame} data-tall={isTall || undefined}>
      {source ? (
        <Player key={address} source={source} title={title} />
      ) : (
        <Message Icon={IconAlertTriangle} text="This video cannot be played, because this site does not allow its address." />
      )}
    </div>
  );
}

type State = 'waiting' | 'playing' | 'failed' | 'offline';

function Player({ source, title }: { source: VideoSource; title: string }) {
  const [state, setState] = useState<State>('waiting');
  const play = () => setState(navigator.onLine || source.isOwn ? 'playing' : 'offline');
  const fail = () => setState(navigator.onLine ? 'failed' : 'offline');
  if (state === 'failed') return <Message Icon={IconAlertTriangle} text="This video could not be loaded." retry={play} />;
  if (state === 'offline') return <Message Icon={IconWifiOff} text="You are offline. Connect to play this video." retry={play} />;
  // A file of our own site shows its first picture at once.
  if (source.isOwn || (source.kind === 'file' && state === 'playing'))
    return <FilePlayer source={source} title={title} hasBegun={!source.isOwn} onError={fail} />;
  if (state === 'playing') return <YoutubePlayer source={source} title={title} />;
  return (
    <button type="button" className={`${layout.stack12} ${classes.poster}`} onClick={play} aria-label={`Play: ${title}`}>
      <span className={`${layout.centre} ${classes.play}`} aria-hidden>
        <IconPlayerPlayFilled size={32} />
      </span>
      <span className={textClasses.s14}>{source.kind === 'youtube' ? 'Plays from YouTube' : `Plays from ${new URL(source.id).host}`}</span>
    </button>
  );
}

interface FileProps {
  source: VideoSource;
  title: string;
  hasBegun: boolean;
  onError: () => void;
}

function FilePlayer({ source: { id, isOwn, start, end }, title, hasBegun, onError }: FileProps) {
  const part = start === null && end === null ? '' : `#t=${start ?? 0}${end === null ? '' : `,${end}`}`;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a file of another host brings its captions itself; ours has a track.
    <video
      className={classes.player}
      src={`${id}${part}`}
      title={title}
      aria-label={title}
      controls
      playsInline
      preload="metadata"
      autoPlay={hasBegun}
      controlsList="nodownload"
      onError={onError}
    >
      {isOwn && <track kind="captions" srcLang="en" label="English" src={id.replace(/\.\w+$/, '.vtt')} default />}
    </video>
  );
}

function YoutubePlayer({ source: { id, start, end }, title }: { source: VideoSource; title: string }) {
  const fields = new URLSearchParams({ autoplay: '1', rel: '0', playsinline: '1' });
  if (start !== null) fields.set('start', String(start));
  if (end !== null) fields.set('end', String(end));
  return (
    <iframe
      className={classes.player}
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
    <div className={`${layout.stack12} ${classes.message}`} role="alert">
      <Icon size={28} aria-hidden />
      <p>{text}</p>
      {retry && (
        <Button variant="default" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}
