import { Modal } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { i18n } from '../platform/language.ts';
import styles from './LargePicture.module.css';
import type { PictureContent } from './question-content.ts';

const LARGEST = 5;
const STEP = 1.5;

const within = (zoom: number) => Math.min(LARGEST, Math.max(1, zoom));

const apart = ({ touches: [first, second] }: TouchEvent) =>
  first && second ? Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY) : null;

interface Props {
  picture: PictureContent;
  isPhoto?: boolean;
  onClose: () => void;
}

/** A picture that fills the screen. Buttons, the keys + − 0, two fingers, or Ctrl with the wheel zoom it; scrolling moves it. */
export function LargePicture({ picture, isPhoto = false, onClose }: Props) {
  const [zoom, setZoom] = useState(1);
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const lastZoom = useRef(zoom);
  const zoomBy = (factor: number) => setZoom((now) => within(now * factor));

  // The point in the middle stays in the middle.
  useEffect(() => {
    const factor = zoom / lastZoom.current;
    lastZoom.current = zoom;
    if (!place || factor === 1) return;
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = place;
    place.scrollTo((scrollLeft + clientWidth / 2) * factor - clientWidth / 2, (scrollTop + clientHeight / 2) * factor - clientHeight / 2);
  }, [place, zoom]);

  // The listeners are added by hand, because React's event props cannot stop the browser from zooming the page.
  useEffect(() => {
    if (!place) return;
    let distance: number | null = null;
    const onTouchStart = (event: TouchEvent) => {
      distance = apart(event);
    };
    const onTouchMove = (event: TouchEvent) => {
      const now = apart(event);
      if (now === null || !distance) return;
      event.preventDefault();
      const factor = now / distance;
      distance = now;
      setZoom((before) => within(before * factor));
    };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      setZoom((before) => within(before * Math.exp(-event.deltaY / 200)));
    };
    place.addEventListener('touchstart', onTouchStart, { passive: true });
    place.addEventListener('touchmove', onTouchMove, { passive: false });
    place.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      place.removeEventListener('touchstart', onTouchStart);
      place.removeEventListener('touchmove', onTouchMove);
      place.removeEventListener('wheel', onWheel);
    };
  }, [place]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') zoomBy(STEP);
    else if (event.key === '-') zoomBy(1 / STEP);
    else if (event.key === '0') setZoom(1);
    // The arrow keys scroll a zoomed picture; the question below gets no key.
    event.stopPropagation();
  };

  return (
    <Modal.Root opened fullScreen onClose={onClose} aria-label={i18n.t('Picture')}>
      <Modal.Content className="flex flex-col" onKeyDown={onKeyDown} aria-label={i18n.t('Picture')}>
        <Modal.Header className="flex-none">
          <Modal.Title>{i18n.t('Picture')}</Modal.Title>
          <div className="flex items-center gap-4">
            <button
              type="button"
              className={`grid place-items-center min-w-44 h-44 px-8 py-0 rounded-control text-ink tabular disabled:opacity-40 disabled:cursor-default ${styles.tool}`}
              aria-label={i18n.t('Zoom out')}
              disabled={zoom === 1}
              onClick={() => zoomBy(1 / STEP)}
            >
              <IconZoomOut size={22} aria-hidden />
            </button>
            <button
              type="button"
              className={`grid place-items-center min-w-44 h-44 px-8 py-0 rounded-control text-ink tabular disabled:opacity-40 disabled:cursor-default ${styles.tool}`}
              aria-label={i18n.t('Show the whole picture')}
              onClick={() => setZoom(1)}
            >
              {Math.round(zoom * 100)}%
            </button>
            <button
              type="button"
              className={`grid place-items-center min-w-44 h-44 px-8 py-0 rounded-control text-ink tabular disabled:opacity-40 disabled:cursor-default ${styles.tool}`}
              aria-label={i18n.t('Zoom in')}
              disabled={zoom === LARGEST}
              onClick={() => zoomBy(STEP)}
            >
              <IconZoomIn size={22} aria-hidden />
            </button>
            <Modal.CloseButton aria-label={i18n.t('Close the picture')} size={44} />
          </div>
        </Modal.Header>
        <div
          ref={setPlace}
          className={styles.place}
          tabIndex={0}
          role="group"
          aria-label={i18n.t('The picture, scrolls when it is zoomed')}
        >
          <div className="grid size-[calc(100%_*_var(--zoom))] p-12" style={{ '--zoom': zoom }}>
            <img
              className={`${styles.picture} size-full min-h-0 object-contain`}
              data-photo={isPhoto || undefined}
              src={picture.url}
              alt={picture.alt}
              draggable={false}
            />
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
