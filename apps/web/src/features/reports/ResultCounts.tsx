import { IconCheck, IconCircleDashed, IconMinus, IconX } from '@tabler/icons-react';
import { formatNumber } from '../../ui/format.ts';
import classes from './ResultCounts.module.css';

interface Props {
  correct: number;
  incorrect: number;
  unattempted: number;
  /** Answered beyond a section's limit. */
  notCounted?: number;
}

/** Results by number, word, shape and colour. */
export function ResultCounts({ correct, incorrect, unattempted, notCounted = 0 }: Props) {
  const results = [
    { name: 'Correct', count: correct, color: 'var(--correct)', Icon: IconCheck },
    { name: 'Incorrect', count: incorrect, color: 'var(--incorrect)', Icon: IconX },
    { name: 'Unattempted', count: unattempted, color: 'var(--unattempted)', Icon: IconMinus },
    ...(notCounted > 0 ? [{ name: 'Not counted', count: notCounted, color: 'var(--warning)', Icon: IconCircleDashed }] : []),
  ];
  return (
    <dl className={classes.root}>
      {results.map(({ name, count, color, Icon }) => (
        <div key={name}>
          <dt>
            <Icon size={18} color={color} stroke={2.5} aria-hidden />
            {name}
          </dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
