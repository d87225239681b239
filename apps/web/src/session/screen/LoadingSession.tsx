import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { PLACEHOLDER_AFTER } from '../../platform/idle.ts';
import { i18n } from '../../platform/language.ts';
import { SessionFrame } from './SessionFrame.tsx';
import styles from './LoadingSession.module.css';

/** The outline of a session that is loading. Shows nothing in the first moments, because the session may load at once. */
export function LoadingSession({ title }: { title: string }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PLACEHOLDER_AFTER);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <SessionFrame
      header={
        <>
          <h1 className="text-16">{title}</h1>
          <Skeleton height={24} width={120} ml="auto" />
        </>
      }
      side={
        <div className={`grid gap-8 ${styles.cells}`}>
          {Array.from({ length: 24 }, (_, index) => (
            <span key={index} />
          ))}
        </div>
      }
      sideTitle={i18n.t('Question palette')}
      isSheetOpen={false}
      onSheetClose={() => undefined}
      bottom={<Skeleton height={48} />}
    >
      <div className="grid gap-12 max-w-680" role="status">
        <VisuallyHidden>{i18n.t('Loading the questions')}</VisuallyHidden>
        <Skeleton height={28} width={140} />
        <Skeleton height={16} />
        <Skeleton height={16} />
        <Skeleton height={16} width="70%" mb="md" />
        {[1, 2, 3, 4].map((option) => (
          <Skeleton key={option} height={56} radius="lg" />
        ))}
      </div>
    </SessionFrame>
  );
}
