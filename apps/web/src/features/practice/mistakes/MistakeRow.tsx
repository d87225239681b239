import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { NumericalKey } from '../../../question/Outcome.tsx';
import { Question } from '../../../question/Question.tsx';
import { difficultyWord, isNumerical, isWithheld, type PassageContent } from '../../../question/question-content.ts';
import { ReportButton } from '../../../question/ReportButton.tsx';
import { Solution } from '../../../question/Solution.tsx';
import { Withheld } from '../../../question/Withheld.tsx';
import { WhyWrong } from '../../../question/WhyWrong.tsx';
import { missPresentations } from '../../../question/miss-kinds.ts';
import buttons from '../../../ui/buttons.module.css';
import cards from '../../../ui/card.module.css';
import { formatDate, formatNumber, plural } from '../../../ui/format.ts';
import layoutStyles from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';
import type { Mistake } from './mistakes.queries.ts';
import classes from './MistakesPage.module.css';

const nothing = () => undefined;

interface Props {
  mistake: Mistake;
  passage: PassageContent | null;
  number: number;
  isOpen: boolean;
  onToggle: () => void;
}

function answerInWords({ question, responses, rich_response }: Mistake): string | null {
  if (isNumerical(question)) return rich_response;
  return responses.length > 0 ? `option ${responses.join(', ')}` : null;
}

/**
 * A question of the book, folded to its first lines or whole. The answer is hidden at first, so that the student can try the question
 * again.
 */
export function MistakeRow({ mistake, passage, number, isOpen, onToggle }: Props) {
  const [isSolutionShown, setSolutionShown] = useState(false);
  const { question, kind, reason, is_due, due_at, times_missed, right_days } = mistake;
  const { label, Icon, color } = missPresentations[kind];
  const own = answerInWords(mistake);
  return (
    <li className={`${cards.card} ${classes.row}`}>
      <Question
        question={question}
        passage={passage}
        heading={`Question ${number}`}
        place={`${question.chapter_name} · ${difficultyWord(question)}`}
        answer={null}
        isReadOnly
        isRevealed={isOpen && isSolutionShown}
        isFolded={!isOpen}
        onSelect={nothing}
        onEnter={nothing}
        actions={
          <p className={`${layoutStyles.stack4} ${textStyles.soft} ${classes.state}`}>
            <span>
              <Icon size={18} color={color} aria-hidden /> {label}
            </span>
            <span data-due={is_due || undefined}>{is_due ? 'Due' : formatDate(due_at)}</span>
            {isOpen && <ReportButton question_id={question.id} number={number} />}
          </p>
        }
      >
        {isOpen && (
          <>
            {own !== null && (
              <p className={`${layoutStyles.row8} ${textStyles.semibold}`}>
                {right_days === 0 && <IconX size={18} color="var(--incorrect)" aria-hidden />}
                Your answer: {own}
              </p>
            )}
            <p className={textStyles.soft}>
              {times_missed === 1 ? 'Missed once.' : `Missed ${formatNumber(times_missed)} times.`}{' '}
              {right_days > 0
                ? `Right on ${plural(right_days, 'day')}, one more and it leaves this book.`
                : 'Right on two different days and it leaves this book.'}
            </p>
          </>
        )}
        {isOpen && <WhyWrong key={reason} question_id={question.id} number={number} reason={reason} />}
        {isOpen && isSolutionShown && <NumericalKey question={question} />}
        <div className={`${layoutStyles.wrap} ${classes.toggles}`}>
          <button
            type="button"
            className={buttons.fold}
            aria-expanded={isOpen}
            onClick={() => {
              setSolutionShown(false);
              onToggle();
            }}
          >
            {isOpen ? 'Show less' : 'Show whole question'}
            <IconChevronDown size={20} aria-hidden="true" />
          </button>
          {isOpen && <Solution question={question} isShown={isSolutionShown} onToggle={() => setSolutionShown(!isSolutionShown)} />}
        </div>
        {isOpen && isWithheld(question) && <Withheld what="The solution" />}
      </Question>
    </li>
  );
}
