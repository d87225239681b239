import { IconZoomIn } from '@tabler/icons-react';
import { useState } from 'react';
import { LargePicture } from './LargePicture.tsx';
import styles from './Picture.module.css';
import type { PictureContent, SizeKey } from './question-content.ts';

interface PictureProps {
  picture: PictureContent;
  size: SizeKey;
  place: 'question' | 'option';
}

/** A picture at the size its author gave it; pressed, it fills the screen. */
export function Picture({ picture, size, place }: PictureProps) {
  const [isLarge, setLarge] = useState(false);
  return (
    <>
      <button type="button" className={styles.frame} data-place={place} data-size={size} onClick={() => setLarge(true)}>
        <PlainPicture picture={picture} />
        <span className={styles.enlarge}>
          <IconZoomIn size={18} aria-hidden="true" />
          <span className={styles.label}>Enlarge</span>
        </span>
      </button>
      {isLarge && <LargePicture picture={picture} onClose={() => setLarge(false)} />}
    </>
  );
}

/** The picture alone, where it stands inside something that is pressed for another reason. */
export function SizedPicture({ picture, size, place }: PictureProps) {
  return (
    <span className={styles.frame} data-place={place} data-size={size}>
      <PlainPicture picture={picture} />
    </span>
  );
}

function PlainPicture({ picture }: { picture: PictureContent }) {
  return <img className={styles.picture} src={picture.url} alt={picture.alt} draggable={false} decoding="async" />;
}

/** Fetches pictures ahead, so that the next question shows whole. */
export function preloadPictures(pictures: readonly (PictureContent | null)[]): void {
  for (const picture of pictures) if (picture) new Image().src = picture.url;
}
