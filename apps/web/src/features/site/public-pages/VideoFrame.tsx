import { i18n } from '../../../platform/language.ts';
import { brand } from '@abhyas/contract/institute/brand';
import { videoSource } from '@abhyas/exam/classes/video';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { VideoPlayer } from '../../../ui/VideoPlayer.tsx';
import classes from './Pages.module.css';

/** A video of the brand, which plays by itself and muted. A site whose videos cannot be embedded is opened in a new tab. */
export function VideoFrame({ title, address }: { title: string; address: string }) {
  if (videoSource(address, brand.videoHosts)) return <VideoPlayer address={address} title={title} isAutoplaying />;
  return (
    <a
      className={`grid gap-8 border border-line rounded-card bg-surface font-semibold text-accent no-underline ${classes.video}`}
      href={address}
      target="_blank"
      rel="noreferrer"
    >
      <IconPlayerPlayFilled size={44} aria-hidden />
      <span>{i18n.t('Play: {title}', { title })}</span>
      <small>{i18n.t('Opens {hostname}', { hostname: new URL(address).hostname })}</small>
    </a>
  );
}
