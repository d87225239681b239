import { Drawer } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { DisplayChoices, DisplayMenu } from '../../ui/DisplayMenu.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import styles from './SessionFrame.module.css';

/** Whether there is room for the palette beside the question. */
export const useIsWide = (): boolean => useMedia('(min-width: 64em)');

interface SessionFrameProps {
  header: ReactNode;
  tabs?: ReactNode;
  /** The question. */
  children: ReactNode;
  scrollRef?: RefObject<HTMLElement | null>;
  /** The palette with its buttons and legend: beside the question, or in a sheet from below. */
  side: ReactNode;
  sideTitle: string;
  isSheetOpen: boolean;
  onSheetClose: () => void;
  bottom: ReactNode;
}

/** The window of a session. It shows nothing else of the site. */
export function SessionFrame({ header, tabs, children, scrollRef, side, sideTitle, isSheetOpen, onSheetClose, bottom }: SessionFrameProps) {
  const isWide = useIsWide();
  return (
    <div className={styles.frame}>
      <header className={`flex items-center gap-12 ${styles.header}`}>
        {header}
        {isWide && <DisplayMenu />}
      </header>
      {tabs && <div className={styles.tabs}>{tabs}</div>}
      <main ref={scrollRef} className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <footer className={styles.bottom}>{bottom}</footer>
      {isWide ? (
        <aside className={styles.side} aria-label={sideTitle}>
          {side}
        </aside>
      ) : (
        <Drawer
          opened={isSheetOpen}
          onClose={onSheetClose}
          position="bottom"
          size="auto"
          title={sideTitle}
          classNames={{ content: styles.sheet ?? '' }}
        >
          {side}
          <DisplayChoices />
        </Drawer>
      )}
    </div>
  );
}
