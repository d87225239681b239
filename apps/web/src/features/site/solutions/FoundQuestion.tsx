import { i18n, named } from '../../../platform/language.ts';
import { syllabusNote } from '@abhyas/exam/bank/syllabus';
import { IconCheck, IconChevronDown, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, useContext, useId, useMemo, useState } from 'react';
import { LanguagesContext, passageIn, useInLanguage } from '../../../question/languages.ts';
import { Maths } from '../../../question/Maths.tsx';
import { type Matched, markedQuestion } from '../../../question/marks.ts';
import { NumericalKey } from '../../../question/Outcome.tsx';
import { Passage } from '../../../question/Passage.tsx';
import { Picture, SizedPicture } from '../../../question/Picture.tsx';
import { type OptionContent, optionsOf, type PassageContent, rightOptions } from '../../../question/question-content.ts';
import { ViewIn } from '../../../question/ViewIn.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Dot } from '../../../ui/Dot.tsx';
import { subjectColor } from '../../../ui/subject.ts';
import type { Found } from './solutions.queries.ts';
import classes from './FoundQuestion.module.css';

interface Props {
  question: Found;
  passage: PassageContent | null;
  matched: Matched;
}

/** A question of the results: its chapter, its text, and its solution behind a button or a lock. */
export const FoundQuestion = memo(function FoundQuestion({ question, passage, matched }: Props) {
  const [isShown, setShown] = useState(false);
  const solution = useId();
  return (
    <li className={`grid gap-12 min-w-0 px-20 py-16 border border-line rounded-card bg-surface max-36:px-16 ${classes.card}`}>
      <Link
        to="/solutions/$id/$slug"
        params={{ id: String(question.id), slug: question.slug }}
        className={`inline-flex items-center justify-self-start min-h-24 text-12 leading-text text-ink-soft no-underline ${classes.place}`}
      >
        <Dot color={subjectColor(question.subject_name)} />
        {placeOf(question)}
      </Link>
      <QuestionText question={question} passage={passage} matched={matched} isRevealed={isShown} />
      {question.is_solution_locked ? (
        <Locked />
      ) : (
        <>
          <button
            type="button"
            className={`inline-flex items-center gap-8 text-14 font-semibold text-accent ${classes.toggle}`}
            aria-expanded={isShown}
            aria-controls={solution}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? i18n.t('Hide Solution') : i18n.t('Show Solution')}
            <IconChevronDown size={18} aria-hidden />
          </button>
          <div id={solution} hidden={!isShown}>
            {isShown && <SolutionText question={question} />}
          </div>
        </>
      )}
    </li>
  );
});

export const placeOf = ({ subject_name, chapter_name, previous_papers, not_asked_in }: Found): string =>
  [i18n.t(subject_name), named(chapter_name), ...previous_papers.map(named), syllabusNote(not_asked_in)].filter(Boolean).join(' · ');

/** Whether an option needs a line of its own on a phone. The length of a text is estimated from its source without TeX commands. */
const isLong = ({ text, picture }: OptionContent): boolean =>
  picture !== null || (text ?? '').replaceAll(/\\[a-zA-Z]+|[\\{}()^_]|<[^>]+>/g, '').length > 14;

interface QuestionTextProps {
  question: Found;
  passage: PassageContent | null;
  /** The words and formulas to highlight. */
  matched?: Matched;
  isRevealed: boolean;
}

/** Passage, text, picture and options in the reader's language. The right options are shown together with the solution. */
export function QuestionText({ question: english, passage, matched, isRevealed }: QuestionTextProps) {
  const { question, lang } = useInLanguage(english);
  const languages = useContext(LanguagesContext);
  const marked = useMemo(() => (matched ? markedQuestion(question, matched) : question), [question, matched]);
  const right = isRevealed ? rightOptions(question, []) : null;
  const options = optionsOf(marked);
  return (
    <>
      {languages && question.also_in && <ViewIn id={question.id} languages={languages} />}
      {passage && <Passage passage={passageIn(passage, lang, languages?.texts)} lang={lang} />}
      <div className="grid gap-12" lang={lang}>
        <Maths text={marked.question_text} className="max-w-[68ch] text-17 leading-reading" />
        {question.supporting_picture && (
          <Picture picture={question.supporting_picture} size={question.supporting_picture_size} place="question" />
        )}
      </div>
      {options.length > 0 && (
        <ol
          className={`flex flex-wrap gap-x-32 gap-y-8 max-36:grid max-36:grid-cols-[repeat(auto-fit,minmax(140px,1fr))] max-36:gap-x-16 max-36:data-long:grid-cols-1 ${classes.options}`}
          data-long={options.some(isLong) || undefined}
        >
          {options.map(({ option, text, picture, size }) => (
            <li key={option} data-right={right?.has(option) || undefined}>
              <span
                className={`grid flex-none place-items-center size-24 border border-line-strong rounded-[50%] text-12 font-semibold text-ink-soft ${classes.number}`}
              >
                {option}
              </span>
              <span className={`grid gap-4 ${classes.option}`}>
                {text !== null && <Maths text={text} lang={lang} />}
                {picture && <SizedPicture picture={picture} size={size} place="option" />}
                {right?.has(option) && (
                  <span className="inline-flex items-center gap-4 text-14 font-semibold text-correct">
                    <IconCheck size={16} stroke={2.5} aria-hidden /> {i18n.t('Correct answer')}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** The numerical key and the worked solution. */
export function SolutionText({ question: english }: { question: Found }) {
  const { question, lang } = useInLanguage(english);
  const { solution_text, solution_supporting_picture, solution_supporting_picture_size } = question;
  return (
    <div className="grid gap-12 max-w-[68ch] leading-reading">
      <NumericalKey question={question} />
      <div className="grid gap-12" lang={lang}>
        {solution_text && <Maths text={solution_text} />}
        {solution_supporting_picture && (
          <Picture picture={solution_supporting_picture} size={solution_supporting_picture_size ?? 0} place="question" />
        )}
      </div>
    </div>
  );
}

export function Locked() {
  return (
    <p className="flex flex-wrap items-center gap-x-8 gap-y-4 text-14 text-ink-soft">
      <IconLock size={20} aria-hidden />
      <span>{i18n.t('The solution is part of Premium.')}</span>
      <ButtonLink to="/payment" variant="subtle" px="sm">
        {i18n.t('Get Premium')}
      </ButtonLink>
    </p>
  );
}
