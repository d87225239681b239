import { i18n } from '../../../platform/language.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { memo, useEffect, useRef, useState } from 'react';
import { Maths } from '../../../question/Maths.tsx';
import { SizedPicture } from '../../../question/Picture.tsx';
import { optionsOf } from '../../../question/question-content.ts';
import type { PaperPlace, PaperSubject } from './paper-places.ts';
import styles from './WholePaper.module.css';

interface WholePaperProps {
  subjects: readonly PaperSubject[];
  onGo: (index: number) => void;
  onClose: () => void;
}

/** All questions on one page, for reading. A question is typeset when it comes near the visible part. */
export function WholePaper({ subjects, onGo, onClose }: WholePaperProps) {
  return (
    <Dialog opened onClose={onClose} title={i18n.t('Whole paper')} size="min(840px, 100%)">
      {subjects.map(({ name, places }) => (
        <section key={name} aria-label={i18n.t(name)}>
          <h3 className="py-8">{i18n.t(name)}</h3>
          <ol className="grid">
            {places.map((place) => (
              <PaperQuestion key={place.index} place={place} onGo={onGo} />
            ))}
          </ol>
        </section>
      ))}
    </Dialog>
  );
}

const PaperQuestion = memo(function PaperQuestion({ place, onGo }: { place: PaperPlace; onGo: (index: number) => void }) {
  const item = useRef<HTMLLIElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = item.current;
    if (!element || isNear) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), { rootMargin: '600px 0px' });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);
  const { question, passage, number, sectionTitle, index } = place;
  return (
    <li ref={item} className="grid gap-12 pt-16 pb-24 border-t border-line text-17 leading-reading">
      <div className="flex items-center justify-between gap-12">
        <h4 className="m-0 text-16 font-bold">
          {i18n.t('Question {number}', { number })}
          {sectionTitle && <span className="ml-12 text-14 font-regular text-ink-soft">{sectionTitle}</span>}
        </h4>
        <button
          type="button"
          className="min-h-44 px-12 py-0 rounded-control text-14 font-semibold text-accent"
          onClick={() => onGo(index)}
          aria-label={i18n.t('Go to question {number}', { number })}
        >
          {i18n.t('Go to it')}
        </button>
      </div>
      {isNear ? (
        <>
          {passage && <Maths text={passage.comprehension_text} className="pl-16 border-l-3 border-line" />}
          <Maths text={question.question_text} />
          {question.supporting_picture && (
            <SizedPicture picture={question.supporting_picture} size={question.supporting_picture_size} place="question" />
          )}
          <ol className={`grid gap-8 ${styles.options}`}>
            {optionsOf(question).map(({ option, text, picture, size }) => (
              <li key={option}>
                {text !== null && <Maths text={text} />}
                {picture && <SizedPicture picture={picture} size={size} place="option" />}
              </li>
            ))}
          </ol>
        </>
      ) : (
        <div className="h-220" />
      )}
    </li>
  );
});
