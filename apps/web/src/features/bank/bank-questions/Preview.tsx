import type { BankContent } from '@abhyas/contract/bank/bank-content';
import { memo, useState } from 'react';
import { Maths } from '../../../question/Maths.tsx';
import { NumericalKey } from '../../../question/Outcome.tsx';
import { Question } from '../../../question/Question.tsx';
import type { PassageContent } from '../../../question/question-content.ts';
import { Solution } from '../../../question/Solution.tsx';
import chips from '../../../ui/chips.module.css';
import { shownContent } from './content-shown.ts';
import { Frame } from './Frame.tsx';

interface PreviewProps {
  content: BankContent;
  passage: PassageContent | null;
  place: { subject_id: number; chapter_name: string };
}

const widths = { phone: 360, desktop: 720 } as const;

/** The question as students see it, by the site's own component: on a phone or a desktop, light or dark, with the key or without. */
export const Preview = memo(function Preview({ content, passage, place }: PreviewProps) {
  const [width, setWidth] = useState<keyof typeof widths>('phone');
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const [isRevealed, setRevealed] = useState(true);
  const [isSolutionShown, setSolutionShown] = useState(true);
  const [answer, setAnswer] = useState<{ responses: number[]; rich_response: string }>({ responses: [], rich_response: '' });
  const question = shownContent(content, place);
  const select = (option: number) => {
    const isSeveral = content.type === 'multiple_option';
    const others = isSeveral ? answer.responses.filter((one) => one !== option) : [];
    setAnswer({ ...answer, responses: answer.responses.includes(option) ? others : [...others, option].toSorted((a, b) => a - b) });
  };
  return (
    <section className="grid gap-12" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <div className="flex flex-wrap gap-8" role="group" aria-label="View of the preview">
        <button
          type="button"
          className={chips.chip}
          aria-pressed={width === 'phone'}
          onClick={() => setWidth(width === 'phone' ? 'desktop' : 'phone')}
        >
          Phone
        </button>
        <button
          type="button"
          className={chips.chip}
          aria-pressed={scheme === 'dark'}
          onClick={() => setScheme(scheme === 'dark' ? 'light' : 'dark')}
        >
          Dark
        </button>
        <button type="button" className={chips.chip} aria-pressed={isRevealed} onClick={() => setRevealed(!isRevealed)}>
          Key
        </button>
      </div>
      <div className="overflow-x-auto border border-line rounded-card">
        <Frame title="Preview of the question" width={widths[width]} scheme={scheme}>
          <Question
            question={question}
            passage={passage}
            heading="Question 1"
            place={place.chapter_name}
            answer={answer}
            isReadOnly={isRevealed}
            isRevealed={isRevealed}
            onSelect={select}
            onEnter={(rich_response) => setAnswer({ ...answer, rich_response })}
          >
            {isRevealed && (
              <>
                <NumericalKey question={question} />
                {content.hint && (
                  <section aria-label="Hint" className="grid gap-4">
                    <strong>Hint</strong>
                    <Maths text={content.hint} />
                  </section>
                )}
                <Solution question={question} isShown={isSolutionShown} onToggle={() => setSolutionShown(!isSolutionShown)} />
              </>
            )}
          </Question>
        </Frame>
      </div>
    </section>
  );
});
