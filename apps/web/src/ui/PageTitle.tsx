import { brand } from '@abhyas/contract/institute/brand';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './PageTitle.module.css';

/** The header's element for the title; null without a header, undefined until the header is rendered. */
export const TitlePlace = createContext<HTMLElement | null | undefined>(null);

const SetTitlePlace = createContext<(place: HTMLElement | null) => void>(() => undefined);

/** Wraps a header with a `TitleSlot` and the page whose title is shown in that slot. Only the title renders again once the slot exists. */
export function WithTitleSlot({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>();
  return (
    <SetTitlePlace value={setPlace}>
      <TitlePlace value={place}>{children}</TitlePlace>
    </SetTitlePlace>
  );
}

/** The element of a header that shows the title of the page. */
export function TitleSlot({ className }: { className: string | undefined }) {
  return <div className={className} ref={useContext(SetTitlePlace)} />;
}

export interface BackTarget {
  link: Pick<LinkProps, 'to' | 'params' | 'search'>;
  /** The link's words: 'Back to Kinematics'. */
  label: string;
}

interface Props {
  children: string;
  back?: BackTarget;
  /** Title of the window, if it says more than the heading. */
  windowTitle?: string;
  /** Whether the heading is shown large in the page itself. */
  inPage?: boolean;
  /** Shown beside the title: a state, a clock. */
  aside?: ReactNode;
}

let isFirstPage = true;

/** The only h1 of a page, with the link back. Sets the window's title, and takes the focus after a navigation unless a field has it. */
export function PageTitle({ children, back, windowTitle, inPage = false, aside }: Props) {
  const place = useContext(TitlePlace);
  const heading = useRef<HTMLHeadingElement>(null);
  const [left] = useState(() => document.activeElement);
  const isPlaced = inPage || place !== undefined;
  const isInPage = inPage || place === null;

  useEffect(() => {
    document.title = `${windowTitle ?? children} · ${brand.name}`;
  }, [windowTitle, children]);

  useEffect(() => {
    if (!isPlaced) return;
    const isArrival = !isFirstPage;
    isFirstPage = false;
    if (!isArrival) return;
    // The focus is set in the next frame, because it needs the layout.
    const frame = requestAnimationFrame(() => {
      // An element that has taken the focus meanwhile keeps it: a field, or an option that the student has already pressed on a slow
      // machine.
      const { activeElement } = document;
      const isFree = activeElement === left || activeElement === document.body;
      if (isFree && !activeElement?.matches('input, textarea, select')) heading.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaced, left]);

  if (!isPlaced) return null;
  const title = (
    <div
      className={
        isInPage ? `${classes.inPage} flex items-center gap-4 min-w-0 mb-20` : `${classes.inHeader} flex items-center gap-4 min-w-0`
      }
    >
      {back && (
        <Link
          {...back.link}
          className="grid flex-none place-items-center size-44 -ml-12 rounded-control text-ink hover:bg-unattempted-soft print:hidden!"
          aria-label={back.label}
          title={back.label}
        >
          <IconArrowLeft size={22} aria-hidden />
        </Link>
      )}
      <h1 ref={heading} tabIndex={-1} className={`${classes.title} min-w-0 text-20 leading-snug`}>
        {children}
      </h1>
      {aside && <div className="flex items-center gap-x-24 gap-y-8 ml-auto">{aside}</div>}
    </div>
  );
  return isInPage || !place ? title : createPortal(title, place);
}
