// Contents: from the bank · typed by the teacher
import { addBankQuestion, addTypedQuestion, findQuizQuestions } from '@abhyas/contract/classes/quiz-console';
import { Button, SegmentedControl, Skeleton, Textarea, TextInput } from '@mantine/core';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { beginningOf } from '@abhyas/exam/institute/cut-text';
import { call } from '../../../platform/call.ts';
import { useCall } from '../../../platform/queries.ts';
import { Maths } from '../../../question/Maths.tsx';
import forms from '../../../ui/forms.module.css';
import { Loaded } from '../../../ui/Loaded.tsx';
import styles from './ClassSchedule.module.css';

/** Runs a command and resolves to whether it succeeded; a toast shows a failure. */
type ActFn = (work: (number: number) => Promise<{ number: number }>) => Promise<boolean>;
interface Props {
  meetingId: number;
  act: ActFn;
  onClose: () => void;
}

const options = [1, 2, 3, 4] as const;
/** The fewest characters of a search; the server refuses shorter ones, because they are in nearly every question. */
const SHORTEST_WORDS = 3;

/** Adds a question of the bank, or one that the teacher types. The class sees it when the teacher shows it. */
export function AddQuestionModal({ meetingId, act, onClose }: Props) {
  const [from, setFrom] = useState('bank');
  return (
    <Dialog opened onClose={onClose} title="Add a question" size={640}>
      <SegmentedControl
        fullWidth
        value={from}
        onChange={setFrom}
        aria-label="Where the question comes from"
        data={[
          { value: 'bank', label: 'From the bank' },
          { value: 'typed', label: 'Type one in' },
        ]}
      />
      {from === 'bank' ? (
        <FromBank meetingId={meetingId} act={act} onClose={onClose} />
      ) : (
        <Typed meetingId={meetingId} act={act} onClose={onClose} />
      )}
    </Dialog>
  );
}

function FromBank({ meetingId, act }: Props) {
  const [chapter, setChapter] = useState<number | null>(null);
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), 300);
  const [added, setAdded] = useState<ReadonlySet<number>>(new Set());
  const hasWords = text.length >= SHORTEST_WORDS;
  const asked = { ...(chapter === null ? {} : { chapter_id: chapter }), ...(hasWords ? { text } : {}) };
  const found = useCall(findQuizQuestions, asked, { keepPrevious: true });
  const chapters = found.data?.chapters ?? [];
  const subjects = [...new Set(chapters.map(({ subject_name }) => subject_name))];
  return (
    <>
      <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-16`} style={{ marginBlockStart: 16 }}>
        <TextInput
          label="Words of the question"
          type="search"
          maxLength={100}
          value={typed}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <label className="grid gap-4 text-14 font-medium">
          Chapter
          <select
            className={forms.select}
            value={chapter ?? ''}
            onChange={(event) => setChapter(Number(event.currentTarget.value) || null)}
          >
            <option value="">All chapters</option>
            {subjects.map((subject) => (
              <optgroup key={subject} label={subject}>
                {chapters
                  .filter(({ subject_name }) => subject_name === subject)
                  .map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </label>
      </div>
      <Loaded query={found} skeleton={<Skeleton height={120} mt="md" radius="lg" />}>
        {({ questions }) =>
          questions.length === 0 ? (
            <p className="mt-12 text-14 leading-reading text-ink-soft" role="status">
              {hasWords
                ? `No four-option question that may be shown contains “${text}”${chapter === null ? '' : ' in this chapter'}.`
                : chapter === null
                  ? `Type ${SHORTEST_WORDS} letters or more, or choose a chapter.`
                  : 'This chapter has no question with four options that may be shown.'}
            </p>
          ) : (
            <ul
              className={`grid gap-8 max-h-420 mt-16 overflow-y-auto ${styles.found}`}
              aria-label="Questions found"
              aria-busy={found.isPlaceholderData}
            >
              {questions.map((question) => (
                <li key={question.id}>
                  <Maths text={question.question_text} />
                  <Button
                    variant="default"
                    size="sm"
                    disabled={added.has(question.id)}
                    aria-label={`Add: ${beginningOf(question.question_text, 60)}`}
                    onClick={() => {
                      const { id } = question;
                      const add = (number: number) => call(addBankQuestion, { id: meetingId, number, question_id: id });
                      setAdded((former) => new Set(former).add(id));
                      void act(add).then((isDone) => isDone || setAdded((former) => new Set([...former].filter((one) => one !== id))));
                    }}
                  >
                    {added.has(question.id) ? 'Added' : 'Add'}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function Typed({ meetingId, act, onClose }: Props) {
  const [text, setText] = useState('');
  const [texts, setTexts] = useState<Readonly<Record<1 | 2 | 3 | 4, string>>>({ 1: '', 2: '', 3: '', 4: '' });
  const [answer, setAnswer] = useState<1 | 2 | 3 | 4 | null>(null);
  const isWhole = text.trim() !== '' && options.every((option) => texts[option].trim() !== '') && answer !== null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (answer === null) return;
        const question = {
          question_text: text.trim(),
          option_1: texts[1].trim(),
          option_2: texts[2].trim(),
          option_3: texts[3].trim(),
          option_4: texts[4].trim(),
          answer,
        };
        onClose();
        void act((number) => call(addTypedQuestion, { id: meetingId, number, ...question }));
      }}
    >
      <Textarea
        mt="md"
        label="Question"
        description="Write formulas between \( and \)."
        rows={3}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {options.map((option) => (
        <div key={option} className={forms.tick}>
          <input
            type="radio"
            name="answer"
            aria-label={`Option ${option} is correct`}
            checked={answer === option}
            onChange={() => setAnswer(option)}
          />
          <TextInput
            aria-label={`Option ${option}`}
            placeholder={`Option ${option}`}
            style={{ flex: 1 }}
            maxLength={500}
            value={texts[option]}
            onChange={(event) => setTexts({ ...texts, [option]: event.currentTarget.value })}
          />
        </div>
      ))}
      <p className="text-14 leading-reading text-ink-soft">Mark the correct option on its left.</p>
      <div className={forms.actions}>
        <Button variant="default" onClick={onClose}>
          Back
        </Button>
        <Button type="submit" disabled={!isWhole}>
          Add
        </Button>
      </div>
    </form>
  );
}
