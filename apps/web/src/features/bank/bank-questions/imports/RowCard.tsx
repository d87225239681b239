// Contents: a question of a file · notices · mending
import type { QuestionFault } from '@abhyas/contract/bank/authored-keys';
import type { BankContent } from '@abhyas/contract/bank/bank-content';
import { excludeImportRows, type getImportRows, type ImportNotice, saveImportRow } from '@abhyas/contract/bank/question-imports';
import type { Answer, Value } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { messageOf } from '../../../../platform/failure.ts';
import { useSend } from '../../../../platform/queries.ts';
import { NumericalKey } from '../../../../question/Outcome.tsx';
import { Question } from '../../../../question/Question.tsx';
import { Solution } from '../../../../question/Solution.tsx';
import { AlertLine } from '../../../../ui/AlertLine.tsx';
import card from '../../../../ui/card.module.css';
import rows from '../../../../ui/rows.module.css';
import { shownContent, shownPassage } from '../content-shown.ts';
import { type Chapters, QuestionForm } from '../QuestionForm.tsx';
import classes from './Import.module.css';
import { rowBadges } from './import-words.ts';

type Row = Answer<typeof getImportRows>['rows'][number];

interface Props {
  id: number;
  row: Row;
  chapters: Chapters;
  onDone: () => void;
}

const noticeWords = { fault: 'Fault', loss: 'Lost', note: 'Note' } as const;

/** Faults, losses and notes, the faults first. */
export function NoticeList({ notices }: { notices: readonly Value<typeof ImportNotice>[] }) {
  const order = ['fault', 'loss', 'note'];
  return (
    <ul className={`${classes.notices} grid gap-6 text-14 wrap-anywhere`}>
      {notices
        .toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
        .map(({ kind, sentence }) => (
          <li key={sentence} data-kind={kind}>
            <strong>{noticeWords[kind]}</strong>
            {sentence}
          </li>
        ))}
    </ul>
  );
}

/** The notices of a row in one list: those of the reader, faults of the text, and texts that the bank or the file already has. */
function noticesOf({ notices, faults, content, state, same_as_number }: Row): Value<typeof ImportNotice>[] {
  const isOpen = content !== null && state !== 'made';
  return [
    ...notices,
    ...(isOpen && content.topic_id === null ? [{ kind: 'fault' as const, code: 'topic', sentence: 'Choose a topic.' }] : []),
    ...faults.map(({ what }) => ({ kind: 'fault' as const, code: 'check', sentence: `${what}.` })),
    ...(same_as_number === null
      ? []
      : [{ kind: 'note' as const, code: 'same', sentence: `It has the same text as question ${same_as_number} of this file.` }]),
  ];
}

/** A question of a file: the source, the question that was read, and what can be done with it. */
export function RowCard(props: Props) {
  const { id, row, chapters, onDone } = props;
  const { number, place, content, source, state, same_as_id, bank_question_id } = row;
  const [isMending, setMending] = useState(false);
  const exclude = useSend(excludeImportRows, { ownFailures: true });
  const badge = rowBadges[state];
  const notices = noticesOf(row);
  const setExcluded = (is_excluded: boolean) => exclude.mutate({ id, rows: [number], is_excluded }, { onSuccess: onDone });
  return (
    <li className={`${card.card} grid gap-12`} aria-labelledby={`row-${number}`}>
      <div className="flex flex-wrap items-center justify-between gap-12">
        <h3 id={`row-${number}`} className="min-w-0 wrap-anywhere">
          {place}
        </h3>
        <span className={rows.badge} data-tone={badge.tone}>
          {badge.text}
        </span>
      </div>
      {notices.length > 0 && <NoticeList notices={notices} />}
      {same_as_id !== null && state !== 'made' && (
        <p className="text-14 text-ink-soft">
          The bank has{' '}
          <Link className="font-semibold text-accent no-underline" to="/staff/bank/$id" params={{ id: String(same_as_id) }}>
            a question with the same text
          </Link>
          .
        </p>
      )}
      {state === 'made' ? (
        <p className="text-14 text-ink-soft">
          {bank_question_id === null ? (
            'This question was deleted from the bank since.'
          ) : (
            <Link className="font-semibold text-accent no-underline" to="/staff/bank/$id" params={{ id: String(bank_question_id) }}>
              Open the question in the bank
            </Link>
          )}
        </p>
      ) : (
        <Sides source={source}>
          {content && isMending ? (
            <Mending {...props} content={content} onClose={() => setMending(false)} />
          ) : content ? (
            <Result row={row} content={content} chapters={chapters} />
          ) : (
            <p className="text-14 text-ink-soft">No question was made of this part of the file.</p>
          )}
        </Sides>
      )}
      {exclude.error && <AlertLine>{messageOf(exclude.error)}</AlertLine>}
      {content && !isMending && state !== 'made' && (
        <div className="ends">
          {state === 'excluded' ? (
            <Button variant="default" loading={exclude.isPending} onClick={() => setExcluded(false)}>
              Take it up again
            </Button>
          ) : (
            <>
              <Button variant="default" loading={exclude.isPending} onClick={() => setExcluded(true)}>
                Leave it out
              </Button>
              <Button variant={state === 'faulty' ? 'filled' : 'default'} onClick={() => setMending(true)}>
                {state === 'faulty' ? 'Mend' : 'Edit'}
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}

function Sides({ source, children }: { source: string; children: ReactNode }) {
  return (
    <div className={`${classes.sides} grid grid-cols-2 gap-24 max-62:grid-cols-1`}>
      <div>
        <h4>In the file</h4>
        {/* A long source scrolls, also by keyboard. */}
        <pre
          className="max-h-420 m-0 p-12 overflow-auto rounded-control bg-unattempted-soft text-13 leading-text whitespace-pre-wrap wrap-anywhere"
          tabIndex={0}
          role="region"
          aria-label="Source"
        >
          {source}
        </pre>
      </div>
      <div>
        <h4>In the bank</h4>
        {children}
      </div>
    </div>
  );
}

function Result({ row, content, chapters }: { row: Row; content: BankContent; chapters: Chapters }) {
  const [isSolutionShown, setSolutionShown] = useState(true);
  const chapter = chapters.find(({ topics }) => topics.some(({ id }) => id === content.topic_id));
  const question = shownContent(content, { subject_id: chapter?.subject_id ?? 1, chapter_name: chapter?.name ?? '' });
  return (
    <div className="overflow-x-auto">
      <Question
        question={question}
        passage={content.type === 'comprehension' && row.passage ? shownPassage(row.number, row.passage) : null}
        heading={`Question ${row.number}`}
        place={chapter?.name ?? 'No topic'}
        answer={{ responses: [], rich_response: '' }}
        isReadOnly
        isRevealed
        onSelect={() => undefined}
        onEnter={() => undefined}
      >
        <NumericalKey question={question} />
        <Solution question={question} isShown={isSolutionShown} onToggle={() => setSolutionShown(!isSolutionShown)} />
      </Question>
    </div>
  );
}

/** Mends a question with the form of the editor. */
function Mending({ id, row, chapters, content: before, onDone, onClose }: Props & { content: BankContent; onClose: () => void }) {
  const [content, setContent] = useState(before);
  const [faults, setFaults] = useState<readonly Pick<QuestionFault, 'path' | 'what'>[]>(row.faults);
  const save = useSend(saveImportRow, { ownFailures: true });
  const hasPassage = row.passage !== null;
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      void import('@abhyas/contract/bank/content-faults').then(
        // A passage of the file counts as chosen.
        ({ faultsOfContent }) =>
          isCurrent && setFaults(faultsOfContent({ ...content, passage_id: content.passage_id ?? (hasPassage ? 1 : null) })),
        // Without the code of the checks, the server finds the faults when the question is saved.
        () => undefined,
      );
    }, 250);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [content, hasPassage]);
  const faultsOf = (...path: (string | number)[]) =>
    faults.flatMap((fault) =>
      (path.length === 1 && path[0] === 'keys' ? fault.path[0] === 'keys' : fault.path.join('.') === path.join('.')) ? [fault.what] : [],
    );
  const send = () =>
    save.mutate(
      { id, number: row.number, version: row.version, content },
      {
        onSuccess: () => {
          onClose();
          onDone();
        },
      },
    );
  const isStale = save.error instanceof Problem && save.error.code === 'question_changed';
  return (
    <form
      className="grid gap-16"
      aria-label={`Question ${row.number}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {hasPassage && content.type === 'comprehension' && content.passage_id === null && (
        <p className="text-14 text-ink-soft">The passage of the file is used, unless you choose another one.</p>
      )}
      <QuestionForm content={content} chapters={chapters} faultsOf={faultsOf} onEdit={(change) => setContent({ ...content, ...change })} />
      {save.error && (
        <AlertLine>
          {isStale ? 'A colleague has changed this question meanwhile. Go back and open it again.' : messageOf(save.error)}
        </AlertLine>
      )}
      <div className="ends">
        <Button
          variant="default"
          onClick={() => {
            onClose();
            if (isStale) onDone();
          }}
        >
          Back
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
