import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { i18n, named } from '../../../platform/language.ts';
import { useInLanguage } from '../../../question/languages.ts';
import { Maths } from '../../../question/Maths.tsx';
import { NumericalKey } from '../../../question/Outcome.tsx';
import { Question } from '../../../question/Question.tsx';
import { difficultyWord, isNumerical, isWithheld, type PassageContent } from '../../../question/question-content.ts';
import { ReportButton } from '../../../question/ReportButton.tsx';
import { AnsweredSolution } from '../../../question/AnsweredSolution.tsx';
import { Withheld } from '../../../question/Withheld.tsx';
import { WhyWrong } from '../../../question/WhyWrong.tsx';
import { missPresentations } from '../../../question/miss-kinds.ts';
import { formatDate, formatNumber } from '../../../ui/format.ts';
import rows from '../../../ui/rows.module.css';
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
  return responses.length > 0 ? i18n.t('option {options}', { options: responses.join(', ') }) : null;
}

/**
 * A question of the book: one line, which unfolds to the whole question. The answer is hidden at first, so that the student can try the
 * question again.
 */
export function MistakeRow({ mistake, passage, number, isOpen, onToggle }: Props) {
  const { question, kind, is_due, due_at } = mistake;
  const { question: shown, lang } = useInLanguage(question);
  const { label, Icon, color } = missPresentations[kind];
  return (
    <li>
      <button type="button" className={`${rows.row} ${classes.line}`} aria-expanded={isOpen} onClick={onToggle}>
        <Icon size={20} color={color} role="img" aria-label={i18n.t(label)} />
        <Maths text={shown.question_text} lang={lang} className={`flex-1 min-w-0 ${classes.oneLine}`} />
        <span className={`text-14 text-ink-soft ${classes.lineChapter}`}>{named(question.chapter_name)}</span>
        <span className="text-14 text-ink-soft" data-due={is_due || undefined}>
          {is_due ? i18n.t('Due') : formatDate(due_at)}
        </span>
        <IconChevronDown size={20} aria-hidden className={classes.chevron} />
      </button>
      {isOpen && <WholeMistake mistake={mistake} passage={passage} number={number} />}
    </li>
  );
}

function WholeMistake({ mistake, passage, number }: Omit<Props, 'isOpen' | 'onToggle'>) {
  const [isSolutionShown, setSolutionShown] = useState(false);
  const { question, reason, times_missed, right_days } = mistake;
  const own = answerInWords(mistake);
  return (
    <div className="max-w-760 px-20 pt-8 pb-24 max-36:px-16">
      <Question
        question={question}
        passage={passage}
        heading={i18n.t('Question {number}', { number })}
        place={`${named(question.chapter_name)} · ${difficultyWord(question)}`}
        answer={null}
        isReadOnly
        isRevealed={isSolutionShown}
        isSteppedTo
        onSelect={nothing}
        onEnter={nothing}
        actions={<ReportButton question_id={question.id} number={number} />}
      >
        {own !== null && (
          <p className="flex items-center gap-8 font-semibold">
            {right_days === 0 && <IconX size={18} color="var(--incorrect)" aria-hidden />}
            {i18n.t('Your answer: {own}', { own })}
          </p>
        )}
        <p className="text-14 text-ink-soft">
          {times_missed === 1
            ? i18n.t('Missed once.')
            : i18n.t('Missed {times_missed} times.', { times_missed: formatNumber(times_missed) })}{' '}
          {right_days > 0
            ? i18n.t('Right on {right_days, plural, one {# day} other {# days}}, one more and it leaves this book.', { right_days })
            : i18n.t('Right on two different days and it leaves this book.')}
        </p>
        <WhyWrong key={reason} question_id={question.id} number={number} reason={reason} />
        {isSolutionShown && <NumericalKey question={question} />}
        <AnsweredSolution question={question} isShown={isSolutionShown} onToggle={() => setSolutionShown(!isSolutionShown)} />
        {isWithheld(question) && <Withheld what={i18n.t('The solution')} />}
      </Question>
    </div>
  );
}
