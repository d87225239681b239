import { createPersonalisedTest } from '@abhyas/contract/practice/practice';
import { Button, Modal, SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { plural } from '../../../ui/format.ts';
import { toast } from '../../../ui/toasts.ts';
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

/** Difficulty and number of questions of a personalised assignment; both are chosen before it starts (spec 1, section 2.6). */
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
    <Modal opened={isOpen} onClose={onClose} title="Personalised Assignment" size={440}>
      <p className={classes.soft}>Your weakest topics of this chapter first, in each what you have not seen.</p>
      <div className={classes.field}>
        <p id="difficulty" className={classes.label}>
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
        <p id="count" className={classes.label}>
          Questions
        </p>
        <SegmentedControl fullWidth size="md" aria-labelledby="count" data={counts} value={count} onChange={setCount} />
      </div>
      {failure && (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Later
        </Button>
        <Button disabled={difficulty === '' || count === ''} loading={isBusy} onClick={() => void start()}>
          Start
        </Button>
      </div>
    </Modal>
  );
}
