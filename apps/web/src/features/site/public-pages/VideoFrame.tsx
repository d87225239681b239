import { IconPlayerPlayFilled } from '@tabler/icons-react';
import text from '../../../ui/text.module.css';
import classes from './Pages.module.css';
import layoutStyles from '../../../ui/layout.module.css';

/** A link to a video. The other site is opened in a new tab, and not called before the link is pressed. */
export function VideoFrame({ title, address }: { title: string; address: string }) {
  return (
    <a
      className={`${layoutStyles.panel} ${layoutStyles.stack8} ${text.link} ${classes.video}`}
      href={address}
      target="_blank"
      rel="noreferrer"
    >
      <IconPlayerPlayFilled size={44} aria-hidden />
      <span>Play: {title}</span>
      <small>Opens {new URL(address).hostname}</small>
    </a>
  );
}
