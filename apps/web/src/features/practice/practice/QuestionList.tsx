import { difficultyOf } from '@abhyas/exam/bank/question';
import { Button, SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { i18n } from '../../../platform/language.ts';
import type { QuestionContent } from '../../../question/question-content.ts';
import { type QuestionStatus, practiceStatuses } from '../../../session/screen/question-status.ts';
import { Palette } from '../../../session/screen/Palette.tsx';
import styles from './TrainPage.module.css';

const difficulties = [
  { value: 'all', label: /*i18n*/ 'All' },
  { value: 'E', label: /*i18n*/ 'E' },
  { value: 'M', label: /*i18n*/ 'M' },
  { value: 'H', label: /*i18n*/ 'H' },
];

interface QuestionListProps {
  questions: readonly QuestionContent[];
  statuses: readonly QuestionStatus[];
  currentIndex: number;
  onGo: (index: number) => void;
  noteOf: (index: number) => string;
  /** Restarts the session; null while it has no answer to lose. */
  onRestart: (() => void) | null;
  onFinish: () => void;
}

/** The questions of a practice session by state and difficulty, and the actions of the session. */
export function QuestionList({ questions, statuses, currentIndex, onGo, noteOf, onRestart, onFinish }: QuestionListProps) {
  const [difficulty, setDifficulty] = useState('all');
  const groups = useMemo(() => {
    const items = questions.map((question, index) => ({
      index,
      number: index + 1,
      status: statuses[index] ?? ('unvisited' as const),
      difficulty: difficultyOf(question.complexity),
    }));
    return [{ title: null, items: items.filter((item) => difficulty === 'all' || item.difficulty === difficulty) }];
  }, [questions, statuses, difficulty]);
  return (
    <div className="grid gap-16">
      <div>
        <p className="mb-8 text-14 leading-text text-ink-soft" id="difficulty">
          {i18n.t('Difficulty: easy, medium, hard')}
        </p>
        <SegmentedControl
          fullWidth
          data={difficulties.map(({ value, label }) => ({ value, label: i18n.t(label) }))}
          value={difficulty}
          onChange={setDifficulty}
          aria-labelledby="difficulty"
          size="md"
        />
      </div>
      <Palette groups={groups} currentIndex={currentIndex} onGo={onGo} statuses={practiceStatuses} noteOf={noteOf} />
      <div className={`grid gap-12 ${styles.listActions}`}>
        {onRestart && (
          <Button variant="default" onClick={onRestart}>
            {i18n.t('Restart')}
          </Button>
        )}
        <Button variant="outline" onClick={onFinish}>
          {i18n.t('Finish')}
        </Button>
      </div>
    </div>
  );
}
