import { IconChevronDown, IconPlayerPlay } from '@tabler/icons-react';
import { lazy, Suspense, useId, useState } from 'react';
import { Maths } from './Maths.tsx';
import { Picture } from './Picture.tsx';
import type { QuestionContent } from './question-content.ts';
import buttons from '../ui/buttons.module.css';
import styles from './Solution.module.css';

const VideoModal = lazy(() => import('./VideoModal.tsx'));

interface SolutionProps {
  question: QuestionContent;
  /** The solution shows, as text or as video. */
  isShown: boolean;
  onToggle: () => void;
}

/** The worked solution behind its buttons, as text or as video, one at a time; nothing where a question has none. */
export function Solution({ question, isShown, onToggle }: SolutionProps) {
  const body = useId();
  const [kind, setKind] = useState<'text' | 'video'>('text');
  const text = question.solution_text ?? null;
  const picture = question.solution_supporting_picture ?? null;
  const video = question.video_solution_uri ?? null;
  const hasText = text !== null || picture !== null;
  if (!hasText && video === null) return null;
  const isTextShown = isShown && kind === 'text';
  const toggleText = () => {
    setKind('text');
    onToggle();
  };
  const showVideo = () => {
    setKind('video');
    if (!isShown) onToggle();
  };
  return (
    <section className={styles.solution} aria-label="Solution">
      <div className={styles.toggles}>
        {hasText && (
          <button
            type="button"
            className={`${buttons.fold} ${styles.toggle}`}
            aria-expanded={isTextShown}
            aria-controls={body}
            onClick={toggleText}
          >
            {isTextShown ? 'Hide Text Solution' : 'Show Text Solution'}
            <IconChevronDown size={20} aria-hidden="true" />
          </button>
        )}
        {video !== null && (
          <button type="button" className={`${buttons.fold} ${styles.toggle}`} aria-haspopup="dialog" onClick={showVideo}>
            Show Video Solution
            <IconPlayerPlay size={20} aria-hidden="true" />
          </button>
        )}
      </div>
      <div id={body} className={styles.body} hidden={!isTextShown || !hasText}>
        {isTextShown && text !== null && <Maths text={text} />}
        {isTextShown && picture && <Picture picture={picture} size={question.solution_supporting_picture_size ?? 0} place="question" />}
      </div>
      {isShown && kind === 'video' && video !== null && (
        <Suspense>
          <VideoModal address={video} onClose={toggleText} />
        </Suspense>
      )}
    </section>
  );
}
