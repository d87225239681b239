import { IconPlayerPlayFilled } from '@tabler/icons-react';
import classes from './Pages.module.css';

/** The way to a video. Another site is asked for it only when it is pressed, in a tab of its own. */
export function VideoFrame({ title, address }: { title: string; address: string }) {
  return (
    <a className={classes.video} href={address} target="_blank" rel="noreferrer">
      <IconPlayerPlayFilled size={44} aria-hidden />
      <span>Play: {title}</span>
      <small>Opens {new URL(address).hostname}</small>
    </a>
  );
}
