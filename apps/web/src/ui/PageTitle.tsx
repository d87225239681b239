import { brand } from '@abhyas/contract/institute/brand';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './PageTitle.module.css';

/** Where the header shows the title: an element, null when there is no header, undefined while it is being made. */
export const TitlePlace = createContext<HTMLElement | null | undefined>(null);

const SetTitlePlace = createContext<(place: HTMLElement | null) => void>(() => undefined);

/** Surrounds a header with a `TitleSlot` and the page whose title stands there. Only the title is drawn again once the slot is made. */
export function WithTitleSlot({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>();
  return (
    <SetTitlePlace value={setPlace}>
      <TitlePlace value={place}>{children}</TitlePlace>
    </SetTitlePlace>
  );
}

/** Where a header shows the title of the page. */
export function TitleSlot({ className }: { className: string | undefined }) {
  return <div className={className} ref={useContext(SetTitlePlace)} />;
}

export interface BackTarget {
  link: Pick<LinkProps, 'to' | 'params' | 'search'>;
  /** Where it leads, in words: 'Back to Kinematics'. */
  label: string;
}

interface Props {
  children: string;
  back?: BackTarget;
  /** Title of the window, when it says more than the heading. */
  windowTitle?: string;
  /** The heading stands in the page itself, large. */
  inPage?: boolean;
  /** Stands beside the title: a state, a clock. */
  aside?: ReactNode;
}

let isFirstPage = true;

/** The one h1 of a page, with its way back. Names the window, and takes the focus when the page was navigated to and no field has it. */
export function PageTitle({ children, back, windowTitle, inPage = false, aside }: Props) {
  const place = useContext(TitlePlace);
  const heading = useRef<HTMLHeadingElement>(null);
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
    // With the next frame, whose layout it needs.
    const frame = requestAnimationFrame(() => {
      // A field that asked for the focus keeps it.
      if (!document.activeElement?.matches('input, textarea, select')) heading.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaced]);

  if (!isPlaced) return null;
  const title = (
    <div className={isInPage ? classes.inPage : classes.inHeader}>
      {back && (
        <Link {...back.link} className={classes.back} aria-label={back.label} title={back.label}>
          <IconArrowLeft size={22} aria-hidden />
        </Link>
      )}
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {children}
      </h1>
      {aside && <div className={classes.aside}>{aside}</div>}
    </div>
  );
  return isInPage || !place ? title : createPortal(title, place);
}
