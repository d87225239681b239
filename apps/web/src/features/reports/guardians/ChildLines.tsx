import { IconBulb, IconCalendarEvent, IconClipboardX, IconUserCheck, type TablerIcon } from '@tabler/icons-react';
import { useServerNow } from '../../../platform/useServerNow.ts';
import { type Child, type Line, linesOf } from './child-words.ts';
import layout from '../../../ui/layout.module.css';
import classes from './guardian.module.css';

const icons: Record<Line['kind'], TablerIcon> = {
  next: IconCalendarEvent,
  missed: IconClipboardX,
  attendance: IconUserCheck,
  subject: IconBulb,
};

/** Notable facts about a child besides the last result. */
export function ChildLines({ child }: { child: Child }) {
  const now = useServerNow(60_000);
  return (
    <ul className={`${layout.stack12} ${classes.lines}`}>
      {linesOf(child, now).map(({ kind, words, isConcern }) => {
        const Icon = icons[kind];
        return (
          <li key={kind} data-concern={isConcern || undefined}>
            <Icon size={20} aria-hidden />
            <span>{words}</span>
          </li>
        );
      })}
    </ul>
  );
}
