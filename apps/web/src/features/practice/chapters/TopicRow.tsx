import type { Value } from '@abhyas/contract/endpoint';
import type { Checkpoint } from '@abhyas/contract/bank/catalogue';
import { syllabusNote } from '@abhyas/exam/bank/syllabus';
import { IconChevronRight, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { i18n, named } from '../../../platform/language.ts';
import { Bar } from '../../../ui/Bar.tsx';

import layoutStyles from '../../../ui/layout.module.css';
import rows from '../../../ui/rows.module.css';
import textStyles from '../../../ui/text.module.css';
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
        <button type="button" className={`${rows.row} ${textStyles.plainLink} ${classes.topic}`} onClick={onLocked}>
          <span className={`${layoutStyles.fill} ${classes.topicName}`}>
            {named(topic.name)}
            <span className={textStyles.small}>
              {i18n.t('{question_count, plural, one {# question} other {# questions}}, one of them to try', {
                question_count: topic.question_count,
              })}
            </span>
            {note && <span className={textStyles.small}>{note}</span>}
          </span>
          <span className={`${layoutStyles.row8} ${textStyles.soft}`}>
            <IconLock size={18} aria-hidden />
            {i18n.t('Premium')}
          </span>
        </button>
      </li>
    );
  }
  return (
    <li>
      <Link to="/train/$id" params={{ id: String(topic.id) }} className={`${rows.row} ${textStyles.plainLink} ${classes.topic}`}>
        <span className={`${layoutStyles.fill} ${classes.topicName}`}>
          {named(topic.name)}
          {note && <span className={textStyles.small}>{note}</span>}
        </span>
        <span className={`${layoutStyles.stack16} ${textStyles.soft} ${classes.topicProgress}`}>
          <Bar value={topic.progress} color={color} />
          <span className="tabular">
            {topic.progress === 0 ? i18n.t('Not started') : i18n.t('{progress}% done', { progress: topic.progress })}
          </span>
        </span>
        <IconChevronRight size={20} aria-hidden className={classes.chevron} />
      </Link>
    </li>
  );
}
