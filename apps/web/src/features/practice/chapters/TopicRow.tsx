import type { Value } from '@abhyas/contract/endpoint';
import type { Checkpoint } from '@abhyas/contract/bank/catalogue';
import { IconChevronRight, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Bar } from '../../../ui/Bar.tsx';
import { plural } from '../../../ui/format.ts';
import classes from './ChapterPage.module.css';

interface Props {
  topic: Value<typeof Checkpoint>;
  color: string;
  onLocked: () => void;
}

/** A topic to practise; a locked one says what it holds and shows more when it is pressed. */
export function TopicRow({ topic, color, onLocked }: Props) {
  if (!topic.has_access) {
    return (
      <li>
        <button type="button" className={classes.topic} onClick={onLocked}>
          <span className={classes.topicName}>
            {topic.name}
            <span className={classes.holds}>{plural(topic.question_count, 'question')}, one of them to try</span>
          </span>
          <span className={classes.topicState}>
            <IconLock size={18} aria-hidden />
            Premium
          </span>
        </button>
      </li>
    );
  }
  return (
    <li>
      <Link to="/train/$id" params={{ id: String(topic.id) }} className={classes.topic}>
        <span className={classes.topicName}>{topic.name}</span>
        <span className={classes.topicProgress}>
          <Bar value={topic.progress} color={color} />
          <span className="tabular">{topic.progress === 0 ? 'Not started' : `${topic.progress}% done`}</span>
        </span>
        <IconChevronRight size={20} aria-hidden className={classes.chevron} />
      </Link>
    </li>
  );
}
