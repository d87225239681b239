import { objectTypes } from '@abhyas/contract/bank/catalogue';
import { IconChevronDown } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { i18n } from '../../../platform/language.ts';
import { LanguagesContext } from '../../../question/languages.ts';
import { missPresentations } from '../../../question/miss-kinds.ts';
import { NumericalKey } from '../../../question/Outcome.tsx';
import { Question } from '../../../question/Question.tsx';
import { isNumerical, type PassageContent } from '../../../question/question-content.ts';
import { AnsweredSolution } from '../../../question/AnsweredSolution.tsx';
import { useQuestionLanguages } from '../../../question/useQuestionLanguages.ts';
import { WhyWrong } from '../../../question/WhyWrong.tsx';
import buttons from '../../../ui/buttons.module.css';
import card from '../../../ui/card.module.css';
import { formatLongDuration, formatNumber } from '../../../ui/format.ts';
import type { SessionReport } from './SessionOutcome.tsx';
import classes from './SessionOutcome.module.css';

type Wrong = SessionReport['wrong_questions'][number];

const nothing = () => undefined;

/** The wrongly answered questions, each with its reason; one of them is open at a time. */
export function WrongQuestions({ report }: { report: SessionReport }) {
  const { wrong_questions, comprehension_questions, test_info } = report;
  const [openId, setOpenId] = useState<number | null>(null);
  const passages = useMemo(() => new Map(comprehension_questions.map((passage) => [passage.id, passage])), [comprehension_questions]);
  const questions = useMemo(() => wrong_questions.map(({ question }) => question), [wrong_questions]);
  const isReview = test_info.object_type === objectTypes.assignment;
  const languages = useQuestionLanguages(test_info.session_id, questions, isReview);
  const count = Math.max(report.report_data.incorrect, wrong_questions.length);
  const waiting = count - wrong_questions.length;
  if (count === 0) return null;
  return (
    <section className="mb-40" aria-labelledby="wrong">
      <h2 id="wrong" className="mb-16">
        {i18n.t('{count} wrong', { count: formatNumber(count) })}
      </h2>
      {waiting > 0 && (
        <p className="mb-16 text-14 text-ink-soft">
          {i18n.t(
            '{waiting, plural, one {# of them is also in another test and appears} other {# of them are also in another test and appear}} here once its answers are published.',
            { waiting },
          )}
        </p>
      )}
      <LanguagesContext value={languages}>
        <ol className={`${card.card} lined ${classes.wrong}`}>
          {wrong_questions.map((wrong) => (
            <WrongRow
              key={wrong.question.id}
              wrong={wrong}
              passage={passages.get(wrong.question.comprehension_question_id ?? 0) ?? null}
              isOpen={openId === wrong.question.id}
              onToggle={() => setOpenId(openId === wrong.question.id ? null : wrong.question.id)}
            />
          ))}
        </ol>
      </LanguagesContext>
      <p className="mt-12 text-14 text-ink-soft">
        {i18n.t('They come back in the Mistake Book until you have been right on two different days.')}
      </p>
    </section>
  );
}

interface WrongRowProps {
  wrong: Wrong;
  passage: PassageContent | null;
  isOpen: boolean;
  onToggle: () => void;
}

function WrongRow({ wrong, passage, isOpen, onToggle }: WrongRowProps) {
  const [isSolutionShown, setSolutionShown] = useState(false);
  const { question, kind, reason, is_in_mistake_book, responses, rich_response, question_time_spent } = wrong;
  const { label, Icon, color } = missPresentations[kind];
  const own = isNumerical(question)
    ? i18n.t('You entered {rich_response}', { rich_response: rich_response ?? '' })
    : i18n.t('You chose {responses}', { responses: responses.join(', ') });
  return (
    <li>
      <Question
        question={question}
        passage={passage}
        heading={i18n.t('Question {position}', { position: question.position + 1 })}
        answer={isOpen ? { responses, rich_response } : null}
        isReadOnly
        isRevealed={isOpen}
        isFolded={!isOpen}
        onSelect={nothing}
        onEnter={nothing}
        actions={
          <button
            type="button"
            className={buttons.icon}
            aria-expanded={isOpen}
            aria-label={isOpen ? i18n.t('Show less') : i18n.t('Show whole question')}
            onClick={onToggle}
          >
            <IconChevronDown size={20} aria-hidden style={isOpen ? { rotate: '180deg' } : {}} />
          </button>
        }
      >
        <p className="flex flex-wrap items-center gap-x-12 gap-y-4 text-14 text-ink-soft">
          <span className={`inline-flex items-center gap-6 ${classes.kind}`}>
            <Icon size={16} color={color} aria-hidden /> {i18n.t(label)}
          </span>
          {own} · {formatLongDuration(question_time_spent)}
        </p>
        {is_in_mistake_book && <WhyWrong key={reason} question_id={question.id} number={question.position + 1} reason={reason} />}
        {isOpen && <NumericalKey question={question} />}
        {isOpen && <AnsweredSolution question={question} isShown={isSolutionShown} onToggle={() => setSolutionShown(!isSolutionShown)} />}
      </Question>
    </li>
  );
}
