import { createPersonalisedTest } from '@abhyas/contract/practice/practice';
import { Button, SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { plural } from '../../../ui/format.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import textStyles from '../../../ui/text.module.css';
import { toast } from '../../../ui/toasts.ts';
import layout from '../../../ui/layout.module.css';
import classes from './PersonalisedSetUp.module.css';

const difficulties = [
  { value: '0', label: 'Easy' },
  { value: '1', label: 'Medium' },
  { value: '2', label: 'Hard' },
];
const counts = ['15', '30'];
const words = { 0: 'easy', 1: 'medium', 2: 'hard' } as const;

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
        ...(made.question_count < Number(count) ? [`This chapter has ${plural(made.question_count, 'question')}.`] : []),
        ...(made.filled_count > 0
          ? [`${plural(made.filled_count, 'question')} of another difficulty fill up what ${words[complexity]} lacks.`]
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
      title="Personalised Assignment"
      failure={failure}
      back="Later"
      actions={
        <Button disabled={difficulty === '' || count === ''} loading={isBusy} onClick={() => void start()}>
          Start
        </Button>
      }
    >
      <p className={textStyles.soft}>Your weakest topics of this chapter first, in each what you have not seen.</p>
      <div className={classes.field}>
        <p id="difficulty" className={`${layout.below8} ${textStyles.medium}`}>
          Difficulty
        </p>
        <SegmentedControl
          fullWidth
          size="md"
          aria-labelledby="difficulty"
          data={difficulties}
          value={difficulty}
          onChange={setDifficulty}
        />
      </div>
      <div className={classes.field}>
        <p id="count" className={`${layout.below8} ${textStyles.medium}`}>
          Questions
        </p>
        <SegmentedControl fullWidth size="md" aria-labelledby="count" data={counts} value={count} onChange={setCount} />
      </div>
    </FormDialog>
  );
}
