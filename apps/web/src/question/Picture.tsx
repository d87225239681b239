import { IconZoomIn } from '@tabler/icons-react';
import { useState } from 'react';
import { i18n } from '../platform/language.ts';
import { LargePicture } from './LargePicture.tsx';
import styles from './Picture.module.css';
import type { PictureContent, SizeKey } from './question-content.ts';

interface PictureProps {
  picture: PictureContent;
  size: SizeKey;
  place: 'question' | 'option';
  /** Whether it is a photo, whose colours the dark scheme does not invert. */
  isPhoto?: boolean;
}

/** A picture in the size that its author chose. Pressing it opens it over the whole screen. */
export function Picture({ picture, size, place, isPhoto = false }: PictureProps) {
  const [isLarge, setLarge] = useState(false);
  return (
    <>
      <button type="button" className={styles.frame} data-place={place} data-size={size} onClick={() => setLarge(true)}>
        <PlainPicture picture={picture} isPhoto={isPhoto} />
        <span className={`flex items-center ${styles.enlarge}`}>
          <IconZoomIn size={18} aria-hidden="true" />
          <span>{i18n.t('Enlarge')}</span>
        </span>
      </button>
      {isLarge && <LargePicture picture={picture} isPhoto={isPhoto} onClose={() => setLarge(false)} />}
    </>
  );
}

/** The picture without a press, for use inside an element that has another action. */
export function SizedPicture({ picture, size, place }: PictureProps) {
  return (
    <span className={styles.frame} data-place={place} data-size={size}>
      <PlainPicture picture={picture} />
    </span>
  );
}

function PlainPicture({ picture, isPhoto = false }: { picture: PictureContent; isPhoto?: boolean }) {
  const photo = isPhoto || undefined;
  return (
    <img
      className={`${styles.picture} block w-full h-auto`}
      data-photo={photo}
      src={picture.url}
      alt={picture.alt}
      draggable={false}
      decoding="async"
    />
  );
}

/** Fetches pictures before they are needed, so that the next question appears complete. */
export function preloadPictures(pictures: readonly (PictureContent | null)[]): void {
  for (const picture of pictures) if (picture) new Image().src = picture.url;
}
