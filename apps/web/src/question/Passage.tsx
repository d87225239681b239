import { IconChevronDown } from '@tabler/icons-react';
import { createContext, memo, useContext, useId, useState } from 'react';
import { i18n } from '../platform/language.ts';
import { Maths } from './Maths.tsx';
import styles from './Passage.module.css';
import { Picture } from './Picture.tsx';
import type { PassageContent } from './question-content.ts';

type Fold = readonly [foldedId: number | null, setFoldedId: (id: number | null) => void];

/** The passage that is folded, shared by the questions of a page that are rendered separately. */
export const FoldedPassage = createContext<Fold | null>(null);

/** The passage above a question. When folded, even its first words are hidden, to leave room for the question. */
export const Passage = memo(function Passage({ passage, lang }: { passage: PassageContent; lang?: 'hi' | undefined }) {
  const own = useState<number | null>(null);
  const [foldedId, setFoldedId] = useContext(FoldedPassage) ?? own;
  const isOpen = foldedId !== passage.id;
  const body = useId();
  return (
    <section className="pl-16 border-l-3 border-line" aria-label={i18n.t('Passage')}>
      <button
        type="button"
        className={`flex items-center gap-8 w-full min-h-44 p-0 text-14 font-semibold text-ink-soft ${styles.fold}`}
        aria-expanded={isOpen}
        aria-controls={body}
        onClick={() => setFoldedId(isOpen ? passage.id : null)}
      >
        <span>{i18n.t('Passage')}</span>
        <span className="ml-auto font-regular">{isOpen ? i18n.t('Hide') : i18n.t('Show')}</span>
        <IconChevronDown className={styles.chevron} size={20} aria-hidden="true" />
      </button>
      <div id={body} lang={lang} className={`grid gap-12 ${styles.body}`} hidden={!isOpen}>
        <Maths text={passage.comprehension_text} />
        {passage.supporting_picture && (
          <Picture picture={passage.supporting_picture} size={passage.supporting_picture_size} place="question" />
        )}
      </div>
    </section>
  );
});
