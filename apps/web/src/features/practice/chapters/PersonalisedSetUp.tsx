import { createPersonalisedTest } from '@abhyas/contract/practice/practice';
import { Button, SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { i18n } from '../../../platform/language.ts';

import { FormDialog } from '../../../ui/FormDialog.tsx';
import { toast } from '../../../ui/toasts.ts';

const difficulties = [
  { value: '0', label: /*i18n*/ 'Easy' },
  { value: '1', label: /*i18n*/ 'Medium' },
  { value: '2', label: /*i18n*/ 'Hard' },
] as const;
const counts = ['15', '30'];
const words = { 0: /*i18n*/ 'easy', 1: /*i18n*/ 'medium', 2: /*i18n*/ 'hard' } as const;

interface Props {
  chapterId: number;
  isOpen: boolean;
  onClose: () => void;
}

/** Lets the student choose difficulty and number of questions before a personalised assignment begins. */
export function PersonalisedSetUp({ chapterId, isOpen, onClose }: Props) {
  const navigate = useNavigate();
  const [difficulty, setDifficulty] = useState('');
  const [count, setCount] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const start = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const complexity = Number(difficulty) as 0 | 1 | 2;
      const made = await call(createPersonalisedTest, { chapter_id: chapterId, totalCount: Number(count) as 15 | 30, complexity });
      const notes = [
        ...(made.question_count < Number(count)
          ? [
              i18n.t('This chapter has {question_count, plural, one {# question} other {# questions}}.', {
                question_count: made.question_count,
              }),
            ]
          : []),
        ...(made.filled_count > 0
          ? [
              i18n.t(
                '{filled_count, plural, one {# question} other {# questions}} of another difficulty fill up what {difficulty} lacks.',
                {
                  filled_count: made.filled_count,
                  difficulty: i18n.t(words[complexity]),
                },
              ),
            ]
          : []),
      ];
      if (notes.length > 0) toast.success(notes.join(' '));
      await navigate({ to: '/personalised_assignment/$id', params: { id: String(chapterId) } });
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  };

  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={i18n.t('Personalised Assignment')}
      failure={failure}
      back={i18n.t('Later')}
      actions={
        <Button disabled={difficulty === '' || count === ''} loading={isBusy} onClick={() => void start()}>
          {i18n.t('Start')}
        </Button>
      }
    >
      <p className="text-14 text-ink-soft">{i18n.t('Your weakest topics of this chapter first, in each what you have not seen.')}</p>
      <div className="mt-20">
        <p id="difficulty" className="mb-8 font-medium">
          {i18n.t('Difficulty')}
        </p>
        <SegmentedControl
          fullWidth
          size="md"
          aria-labelledby="difficulty"
          data={difficulties.map(({ value, label }) => ({ value, label: i18n.t(label) }))}
          value={difficulty}
          onChange={setDifficulty}
        />
      </div>
      <div className="mt-20">
        <p id="count" className="mb-8 font-medium">
          {i18n.t('Questions')}
        </p>
        <SegmentedControl fullWidth size="md" aria-labelledby="count" data={counts} value={count} onChange={setCount} />
      </div>
    </FormDialog>
  );
}
