import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { Maths } from './Maths.tsx';
import { Picture } from './Picture.tsx';
import type { QuestionContent } from './question-content.ts';
import buttons from '../ui/buttons.module.css';
import styles from './Solution.module.css';

interface SolutionProps {
  question: QuestionContent;
  isShown: boolean;
  onToggle: () => void;
}

/** The worked solution behind its button; nothing where a question has none. */
export function Solution({ question, isShown, onToggle }: SolutionProps) {
  const body = useId();
  const text = question.solution_text ?? null;
  const picture = question.solution_supporting_picture ?? null;
  if (text === null && picture === null) return null;
  return (
    <section className={styles.solution} aria-label="Solution">
      <button type="button" className={`${buttons.fold} ${styles.toggle}`} aria-expanded={isShown} aria-controls={body} onClick={onToggle}>
        {isShown ? 'Hide Text Solution' : 'Show Text Solution'}
        <IconChevronDown size={20} aria-hidden="true" />
      </button>
      <div id={body} className={styles.body} hidden={!isShown}>
        {isShown && text !== null && <Maths text={text} />}
        {isShown && picture && <Picture picture={picture} size={question.solution_supporting_picture_size ?? 0} place="question" />}
      </div>
    </section>
  );
}
