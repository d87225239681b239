import { Trans } from '@lingui/react';
import { IconChevronDown, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { i18n } from '../platform/language.ts';
import { useInLanguage } from './languages.ts';
import { Maths } from './Maths.tsx';
import { Picture } from './Picture.tsx';
import type { QuestionContent } from './question-content.ts';
import { stepsOf } from './solution-steps.ts';
import buttons from '../ui/buttons.module.css';
import styles from './Solution.module.css';
import { onDemand } from '../ui/on-demand.tsx';

const VideoModal = onDemand(() => import('./VideoModal.tsx'), { close: ({ onClose }) => onClose() });

interface SolutionProps {
  question: QuestionContent;
  /** Whether the solution is shown, as text or as video. */
  isShown: boolean;
  onToggle: () => void;
  /** A button beside those of the solution; shown even without a solution. */
  beside?: ReactNode;
  /** Whether the steps of the solution open one by one. */
  isStepwise?: boolean;
  /** The content below the solution. */
  children?: ReactNode;
}

/** The worked solution behind its buttons, as text or video, one at a time; nothing where a question has no solution. */
export function Solution({ question: english, isShown, onToggle, beside = null, isStepwise = false, children }: SolutionProps) {
  const { question, lang } = useInLanguage(english);
  const body = useId();
  const [kind, setKind] = useState<'text' | 'video'>('text');
  const text = question.solution_text ?? null;
  // The picture of a solution belongs to its end.
  const [isWhole, setWhole] = useState(!isStepwise || stepsOf(text ?? '').length < 2);
  const picture = question.solution_supporting_picture ?? null;
  const video = question.video_solution_uri ?? null;
  const hasText = text !== null || picture !== null;
  if (!hasText && video === null) return beside;
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
    <section className="grid gap-8" aria-label={i18n.t('Solution')}>
      <div className="flex flex-wrap gap-8">
        {hasText && (
          <button
            type="button"
            className={`${buttons.fold} text-accent`}
            aria-expanded={isTextShown}
            aria-controls={body}
            onClick={toggleText}
          >
            {isTextShown ? i18n.t('Hide Text Solution') : i18n.t('Show Text Solution')}
            <IconChevronDown size={20} aria-hidden="true" />
          </button>
        )}
        {video !== null && (
          <button type="button" className={`${buttons.fold} text-accent`} aria-haspopup="dialog" onClick={showVideo}>
            {i18n.t('Show Video Solution')}
            <IconPlayerPlay size={20} aria-hidden="true" />
          </button>
        )}
        {beside}
      </div>
      <div id={body} lang={lang} className={`grid gap-16 p-16 rounded-card bg-page ${styles.body}`} hidden={!isTextShown || !hasText}>
        {isTextShown && text !== null && (isStepwise ? <Steps text={text} onStep={setWhole} /> : <Maths text={text} />)}
        {isTextShown && picture && isWhole && (
          <Picture picture={picture} size={question.solution_supporting_picture_size ?? 0} place="question" />
        )}
      </div>
      {children}
      {isShown && kind === 'video' && video !== null && <VideoModal address={video} onClose={toggleText} />}
    </section>
  );
}

/** The steps of a solution, the next one behind a press. */
function Steps({ text, onStep }: { text: string; onStep: (isWhole: boolean) => void }) {
  const steps = stepsOf(text);
  const [count, setCount] = useState(1);
  const next = () => {
    setCount(count + 1);
    onStep(count + 1 >= steps.length);
  };
  return (
    <>
      <ol className="grid gap-12" aria-live="polite">
        {steps.slice(0, count).map((step) => (
          <li key={step}>
            <Maths text={step} />
          </li>
        ))}
      </ol>
      {count < steps.length && (
        <button type="button" className={`${buttons.fold} text-accent`} onClick={next}>
          <Trans
            id="Next step<0>{count} of {length}</0>"
            components={{ 0: <span className="text-14 text-ink-soft" /> }}
            values={{ count, length: steps.length }}
          />
        </button>
      )}
    </>
  );
}
