import { IconCheck, IconX, IconZoomIn } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { i18n } from '../platform/language.ts';
import { Maths } from './Maths.tsx';
import styles from './Options.module.css';
import { LargePicture } from './LargePicture.tsx';
import { SizedPicture } from './Picture.tsx';
import { type OptionContent, optionsOf, type PictureContent, type QuestionContent, takesSeveral } from './question-content.ts';

/**
 * Whether an option is short enough to share a line with three others. Text outside TeX is about as long as its source without the
 * commands.
 */
const isShort = ({ text, picture }: OptionContent): boolean =>
  picture === null && (text ?? '').replaceAll(/\\[a-zA-Z]+|[\\{}()^_\s]/g, '').length <= 7;

interface OptionsProps {
  question: QuestionContent;
  /** The language of the options, if it is not English. */
  lang?: 'hi' | undefined;
  selected: readonly number[];
  onSelect: (option: number) => void;
  /** Whether the options cannot be changed, because results are shown or the question is locked. */
  isReadOnly: boolean;
  /** The right options; null if they may not be known yet. */
  right: ReadonlySet<number> | null;
  labelledBy: string;
}

/** The options as one group: radio buttons, or check boxes where several may be right. The arrow keys up and down move between them. */
export const Options = memo(function Options(props: OptionsProps) {
  const { question, lang, selected, onSelect, isReadOnly, right, labelledBy } = props;
  const group = useRef<HTMLDivElement>(null);
  const [enlarged, setEnlarged] = useState<PictureContent | null>(null);
  const isSeveral = takesSeveral(question);
  const options = optionsOf(question);
  const layout = question.options_layout === 0 && !options.every(isShort) ? 2 : question.options_layout;
  const tabStop = options.find(({ option }) => selected.includes(option))?.option ?? options[0]?.option;

  const moveFocus = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const targets = [...(group.current?.querySelectorAll<HTMLElement>('[data-option]') ?? [])];
    const current = targets.indexOf(document.activeElement as HTMLElement);
    targets[(current + step + targets.length) % targets.length]?.focus();
  };

  return (
    <>
      <div
        ref={group}
        role={isSeveral ? 'group' : 'radiogroup'}
        aria-labelledby={labelledBy}
        aria-readonly={isSeveral ? undefined : isReadOnly}
        className="grid gap-12 data-[layout=0]:grid-cols-[repeat(auto-fit,minmax(140px,1fr))] data-[layout=2]:grid-cols-[1fr_1fr] below-48:data-layout:grid-cols-1"
        data-layout={layout}
        onKeyDown={moveFocus}
      >
        {options.map((content) => (
          <Option
            key={content.option}
            content={content}
            lang={lang}
            isSeveral={isSeveral}
            isSelected={selected.includes(content.option)}
            isReadOnly={isReadOnly}
            isTabStop={isSeveral || content.option === tabStop}
            verdict={verdictOf(content.option, selected, right)}
            onSelect={onSelect}
            onEnlarge={setEnlarged}
          />
        ))}
      </div>
      {enlarged && <LargePicture picture={enlarged} onClose={() => setEnlarged(null)} />}
    </>
  );
});

type Verdict = 'right_chosen' | 'right' | 'wrong_chosen' | null;

function verdictOf(option: number, selected: readonly number[], right: ReadonlySet<number> | null): Verdict {
  if (!right) return null;
  if (right.has(option)) return selected.includes(option) ? 'right_chosen' : 'right';
  return selected.includes(option) ? 'wrong_chosen' : null;
}

const verdictLabels = {
  right_chosen: /*i18n*/ 'Correct, your answer',
  right: /*i18n*/ 'Correct answer',
  wrong_chosen: /*i18n*/ 'Incorrect, your answer',
} as const;

interface OptionProps {
  content: OptionContent;
  lang: 'hi' | undefined;
  isSeveral: boolean;
  isSelected: boolean;
  isReadOnly: boolean;
  isTabStop: boolean;
  verdict: Verdict;
  onSelect: (option: number) => void;
  onEnlarge: (picture: PictureContent) => void;
}

function Option({ content, lang, isSeveral, isSelected, isReadOnly, isTabStop, verdict, onSelect, onEnlarge }: OptionProps) {
  const { option, text, picture, size } = content;
  return (
    <div className="relative flex min-w-0">
      <button
        type="button"
        role={isSeveral ? 'checkbox' : 'radio'}
        aria-checked={isSelected}
        aria-disabled={isReadOnly}
        tabIndex={isTabStop ? 0 : -1}
        className={`flex-1 min-w-0 ${styles.option}`}
        data-option={option}
        data-shape={isSeveral ? 'square' : 'round'}
        data-verdict={verdict ?? undefined}
        onClick={() => {
          if (!isReadOnly) onSelect(option);
        }}
      >
        <span className={`grid place-items-center text-14 text-ink-soft tabular ${styles.number}`}>
          {isSelected && isSeveral && !verdict ? <IconCheck size={18} stroke={2.5} aria-label={`${option}`} /> : option}
        </span>
        <span className="grid flex-1 gap-8 min-w-0 py-3 overflow-x-auto overflow-y-hidden">
          {text !== null && <Maths text={text} lang={lang} />}
          {picture && <SizedPicture picture={picture} size={size} place="option" />}
          {verdict && (
            <span className={`flex items-start gap-6 text-14 leading-snug font-semibold ${styles.verdict}`}>
              {verdict === 'wrong_chosen' ? (
                <IconX size={16} stroke={2.5} aria-hidden="true" />
              ) : (
                <IconCheck size={16} stroke={2.5} aria-hidden="true" />
              )}
              {i18n.t(verdictLabels[verdict])}
            </span>
          )}
        </span>
      </button>
      {picture && (
        <button
          type="button"
          className={`grid place-items-center ${styles.enlarge}`}
          aria-label={i18n.t('Enlarge the picture of option {option}', { option })}
          onClick={() => onEnlarge(picture)}
        >
          <IconZoomIn size={20} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
