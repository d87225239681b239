import { hasRight } from '@abhyas/contract/institute/rights';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '../../../platform/user.ts';
import { DoubtAnswer, DoubtPhoto } from '../../../question/DoubtAnswer.tsx';
import { LanguagesContext, type QuestionLanguages } from '../../../question/languages.ts';
import { NumericalKey } from '../../../question/Outcome.tsx';
import { Question } from '../../../question/Question.tsx';
import type { PassageContent, QuestionContent } from '../../../question/question-content.ts';
import { Solution } from '../../../question/Solution.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import rows from '../../../ui/rows.module.css';
import classes from './Doubts.module.css';
import { factsOf, type QueuedDoubt } from './queued-doubt.ts';

export type Act = 'answer' | 'refuse' | 'show' | 'hide' | 'keep' | 'take_back';

interface Props {
  doubt: QueuedDoubt;
  question: QuestionContent;
  passage: PassageContent | null;
  /** The texts of the questions that students read in Hindi. */
  languages: QuestionLanguages;
  isBusy: boolean;
  /** The row whose answer is the page's filled button. */
  isFirst: boolean;
  onAct: (act: Act) => void;
}

/** A doubt in the list of staff: who asked what, with which facts, and the answer. */
export function QueueRow({ doubt, question, passage, languages, isBusy, isFirst, onAct }: Props) {
  const { student_id, student_name, asked_at, photo_url, answer, shown_text, is_held, report } = doubt;
  const name = student_name ?? 'A student';
  const mayOpenStudent = hasRight(useUser()?.membership?.role ?? null, 'reports.read');
  return (
    <li className="grid gap-12 min-w-0 px-20 py-16">
      <div className="flex flex-wrap items-center justify-between gap-12">
        <h2 className="text-16 font-bold">
          {mayOpenStudent ? (
            <Link to="/staff/students/$id" params={{ id: String(student_id) }} className="font-semibold text-accent no-underline">
              {name}
            </Link>
          ) : (
            name
          )}
          <span className="block text-14 font-regular text-ink-soft">
            {question.chapter_name} · {formatDateTime(asked_at)}
          </span>
        </h2>
        {shown_text !== null && (
          <span className={rows.badge} data-tone="good">
            Shown to all
          </span>
        )}
        {is_held && (
          <span className={rows.badge} data-tone="warning">
            In a test
          </span>
        )}
      </div>
      <p className="max-w-[68ch] text-17 whitespace-pre-line wrap-anywhere">{doubt.text}</p>
      {photo_url !== null && <DoubtPhoto url={photo_url} alt={`Working of ${name}`} />}
      <p className="text-14 text-ink-soft">{factsOf(doubt)}</p>
      <AskedQuestion doubt={doubt} question={question} passage={passage} languages={languages} />
      {answer && <DoubtAnswer answer={answer} />}
      {shown_text !== null && shown_text !== doubt.text && (
        <p className="text-14 text-ink-soft">All students read the doubt as: {shown_text}</p>
      )}
      {report && (
        <p className="text-incorrect">
          Reported on {formatDateTime(report.reported_at)}: {report.reason}
        </p>
      )}
      {is_held && (
        <p className="text-14 text-ink-soft">
          A test keeps the answer of this question secret, so the doubt can be answered once the test is over.
        </p>
      )}
      <div className="flex flex-wrap gap-8">
        {report && (
          <>
            <Button variant="default" disabled={isBusy} onClick={() => onAct('keep')}>
              Keep the answer
            </Button>
            <Button variant="default" disabled={isBusy} onClick={() => onAct('take_back')}>
              Take the answer back
            </Button>
          </>
        )}
        {!is_held && !report && (
          <Button
            variant={isFirst ? 'filled' : 'default'}
            onClick={() => onAct('answer')}
            aria-label={`${answer ? 'Change the answer to' : 'Answer'} ${name}`}
          >
            {answer ? 'Change' : 'Answer'}
          </Button>
        )}
        {answer && !is_held && !report && (
          <Button variant="default" disabled={isBusy} onClick={() => onAct(shown_text === null ? 'show' : 'hide')}>
            {shown_text === null ? 'Show to all students' : 'Show to the asker only'}
          </Button>
        )}
        {!answer && (
          <Button variant="subtle" onClick={() => onAct('refuse')} aria-label={`Refuse the doubt of ${name}`}>
            Refuse
          </Button>
        )}
      </div>
    </li>
  );
}

const nothing = () => undefined;

/** The question behind a press, because typesetting all of a page at once would hold it. */
function AskedQuestion({ doubt, question, passage, languages }: Pick<Props, 'doubt' | 'question' | 'passage' | 'languages'>) {
  const [isOpen, setOpen] = useState(false);
  const [isSolutionShown, setSolutionShown] = useState(false);
  return (
    <LanguagesContext value={doubt.language === null ? null : languages}>
      <details className={classes.more} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>The question</summary>
        {isOpen && (
          <Question
            question={question}
            passage={passage}
            heading="Question"
            answer={doubt}
            isReadOnly
            isRevealed
            isSteppedTo
            onSelect={nothing}
            onEnter={nothing}
          >
            <NumericalKey question={question} />
            <Solution question={question} isShown={isSolutionShown} onToggle={() => setSolutionShown(!isSolutionShown)} />
          </Question>
        )}
      </details>
    </LanguagesContext>
  );
}
