import { Trans } from '@lingui/react';
import { IconBulb, IconCheck, IconCircleDashed, IconMinus, IconX } from '@tabler/icons-react';
import { i18n } from '../platform/language.ts';
import styles from './Outcome.module.css';
import { acceptedText, isNumerical, type QuestionContent } from './question-content.ts';

/** 1 correct, -1 incorrect, 0 unattempted, 2 not counted. */
type Result = -1 | 0 | 1 | 2;

interface OutcomeProps {
  question: QuestionContent;
  result: Result;
  isVisited: boolean;
  isKeyUsed: boolean;
}

/** The outcome of the question as sign and word, with the numerical key and its note. */
export function Outcome({ question, result, isVisited, isKeyUsed }: OutcomeProps) {
  const { tone, Icon, label } = presentationOf(result, isVisited, isKeyUsed);
  return (
    <div
      className={`grid gap-4 px-16 py-12 rounded-card bg-unattempted-soft text-ink data-[tone=correct]:bg-correct-soft data-[tone=incorrect]:bg-incorrect-soft ${styles.outcome}`}
      data-tone={tone}
      role="status"
    >
      <p className={`flex items-center gap-8 ${styles.label}`}>
        <Icon size={20} stroke={2.25} aria-hidden="true" />
        {label}
      </p>
      <NumericalKey question={question} />
    </div>
  );
}

/** The key of a numerical question with its note, once it may be known. */
export function NumericalKey({ question }: { question: QuestionContent }) {
  if (!isNumerical(question) || !question.accepted_answers) return null;
  return (
    <p className="text-16">
      <Trans id="Correct answer: <0>{question}</0>" components={{ 0: <strong /> }} values={{ question: acceptedText(question) }} />
      {question.numerical_notes && (
        <span> {i18n.t('(Note : The answer should be {numerical_notes})', { numerical_notes: question.numerical_notes })}</span>
      )}
    </p>
  );
}

function presentationOf(result: Result, isVisited: boolean, isKeyUsed: boolean) {
  if (isKeyUsed) return { tone: 'neutral', Icon: IconBulb, label: i18n.t('Solution seen first: neither right nor wrong') };
  if (result === 1) return { tone: 'correct', Icon: IconCheck, label: i18n.t('Correct') };
  if (result === -1) return { tone: 'incorrect', Icon: IconX, label: i18n.t('Incorrect') };
  if (result === 2) return { tone: 'neutral', Icon: IconMinus, label: i18n.t('Not counted') };
  return isVisited
    ? { tone: 'neutral', Icon: IconMinus, label: i18n.t('UNATTEMPTED') }
    : { tone: 'neutral', Icon: IconCircleDashed, label: i18n.t('UNVISITED') };
}
