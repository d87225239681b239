import { Skeleton, VisuallyHidden } from '@mantine/core';
import { SessionFrame } from './SessionFrame.tsx';
import styles from './LoadingSession.module.css';

/** The shape of a session that is on its way. */
export function LoadingSession({ title }: { title: string }) {
  return (
    <SessionFrame
      header={
        <>
          <h1 className={styles.title}>{title}</h1>
          <Skeleton height={24} width={120} ml="auto" />
        </>
      }
      side={
        <div className={styles.cells}>
          {Array.from({ length: 25 }, (_, index) => (
            <Skeleton key={index} height={40} />
          ))}
        </div>
      }
      sideTitle="Question palette"
      isSheetOpen={false}
      onSheetClose={() => undefined}
      bottom={<Skeleton height={48} />}
    >
      <div className={styles.question} role="status">
        <VisuallyHidden>Loading the questions</VisuallyHidden>
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
