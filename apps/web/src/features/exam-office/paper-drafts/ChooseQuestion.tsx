import { getOfferedQuestions, OFFERS_PER_PAGE } from '@abhyas/contract/exam-office/paper-drafts';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useCall } from '../../../platform/queries.ts';
import { Question } from '../../../question/Question.tsx';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import classes from './Composer.module.css';
import type { DraftKeeper, DraftState } from './draft-keeper.ts';
import { placeInWords } from './question-place.ts';

interface Props {
  keeper: DraftKeeper;
  draft: Pick<DraftState, 'items'> & Partial<Pick<DraftState, 'busy' | 'message'>>;
  section: number;
  onClose: () => void;
}

const nothing = () => undefined;

/** Searches the questions that a section may get, and adds those that the teacher chooses. */
export function ChooseQuestion({ keeper, draft, section, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [asked, ask] = useState({ words: '', page: 0 });
  const offers = useCall(getOfferedQuestions, { id: keeper.id, section, ...asked });
  const inPaper = new Set(draft.items.map(({ question_id }) => question_id));
  const search = (event: FormEvent) => {
    event.preventDefault();
    ask({ words: typed.trim(), page: 0 });
  };
  return (
    <Dialog opened onClose={onClose} size="xl" title="Choose a question">
      <form onSubmit={search} className="flex items-center gap-8 mb-16">
        <TextInput
          className="flex-1 min-w-0"
          aria-label="Words of the question"
          placeholder="Words of the question"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        <Button type="submit" variant="default">
          Search
        </Button>
      </form>
      {draft.message && <AlertLine>{draft.message}</AlertLine>}
      <Loaded query={offers} skeleton={<Skeleton height={320} radius="md" />}>
        {({ questions, comprehension_questions, has_more }) => (
          <>
            {questions.length === 0 && (
              <p className="text-14 text-ink-soft" role="status">
                {asked.words === ''
                  ? 'The bank has no further question that fits this section.'
                  : 'No question with these words fits this section. Try fewer words.'}
              </p>
            )}
            <ul className={`lined ${classes.questions}`}>
              {questions.map((question, at) => (
                <li key={question.id}>
                  <Question
                    question={question}
                    passage={comprehension_questions.find(({ id }) => id === question.comprehension_question_id) ?? null}
                    heading={`Question ${asked.page * OFFERS_PER_PAGE + at + 1} of the list`}
                    place={placeInWords(question)}
                    answer={null}
                    isReadOnly
                    isRevealed={false}
                    isFolded={false}
                    onSelect={nothing}
                    onEnter={nothing}
                  />
                  <Button
                    mt={12}
                    variant={inPaper.has(question.id) ? 'subtle' : 'default'}
                    disabled={inPaper.has(question.id) || (draft.busy ?? null) !== null}
                    onClick={() => void keeper.add(section, question.id)}
                    aria-label={`Add question ${asked.page * OFFERS_PER_PAGE + at + 1} of the list`}
                  >
                    {inPaper.has(question.id) ? 'In the paper' : 'Add'}
                  </Button>
                </li>
              ))}
            </ul>
            <div className="flex flex-wrap items-center justify-between gap-12">
              <Button variant="default" disabled={asked.page === 0} onClick={() => ask({ ...asked, page: asked.page - 1 })}>
                Back
              </Button>
              <Button variant="default" disabled={!has_more} onClick={() => ask({ ...asked, page: asked.page + 1 })}>
                More
              </Button>
            </div>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
