import type { Value } from '@abhyas/contract/endpoint';
import type { Checkpoint } from '@abhyas/contract/bank/catalogue';
import { syllabusNote } from '@abhyas/exam/bank/syllabus';
import { IconChevronRight, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { i18n, named } from '../../../platform/language.ts';
import { Bar } from '../../../ui/Bar.tsx';

import rows from '../../../ui/rows.module.css';
import classes from './ChapterPage.module.css';

export type Topic = Value<typeof Checkpoint>;

interface Props {
  topic: Topic;
  color: string;
  onLocked: () => void;
}

/** A topic to practise. The row of a locked topic lists its contents, and shows more when it is pressed. */
export function TopicRow({ topic, color, onLocked }: Props) {
  const note = syllabusNote(topic.not_asked_in);
  if (!topic.has_access) {
    return (
      <li>
        <button type="button" className={`${rows.row} text-ink no-underline ${classes.topic}`} onClick={onLocked}>
          <span className={`flex-1 min-w-0 ${classes.topicName}`}>
            {named(topic.name)}
            <span className="block text-14 font-regular text-ink-soft">
              {i18n.t('{question_count, plural, one {# question} other {# questions}}, one of them to try', {
                question_count: topic.question_count,
              })}
            </span>
            {note && <span className="block text-14 font-regular text-ink-soft">{note}</span>}
          </span>
          <span className="flex items-center gap-8 text-14 text-ink-soft">
            <IconLock size={18} aria-hidden />
            {i18n.t('Premium')}
          </span>
        </button>
      </li>
    );
  }
  return (
    <li>
      <Link to="/train/$id" params={{ id: String(topic.id) }} className={`${rows.row} text-ink no-underline ${classes.topic}`}>
        <span className={`flex-1 min-w-0 ${classes.topicName}`}>
          {named(topic.name)}
          {note && <span className="block text-14 font-regular text-ink-soft">{note}</span>}
        </span>
        <span className="grid grid-cols-[120px_88px] items-center gap-16 text-14 text-ink-soft max-36:flex-1 max-36:grid-cols-[1fr_auto]">
          <Bar value={topic.progress} color={color} />
          <span className="tabular">
            {topic.progress === 0 ? i18n.t('Not started') : i18n.t('{progress}% done', { progress: topic.progress })}
          </span>
        </span>
        <IconChevronRight size={20} aria-hidden className={`${classes.chevron} flex-none text-ink-soft max-36:absolute max-36:right-12`} />
      </Link>
    </li>
  );
}
