import { IconBulb, IconClipboardX, IconUserCheck, type TablerIcon } from '@tabler/icons-react';
import { useServerNow } from '../../../platform/useServerNow.ts';
import textStyles from '../../../ui/text.module.css';
import { type Child, figuresOf, type Line, linesOf, sentenceOf } from './child-words.ts';
import layout from '../../../ui/layout.module.css';
import classes from './guardian.module.css';

const icons: Record<Line['kind'], TablerIcon> = {
  missed: IconClipboardX,
  attendance: IconUserCheck,
  subject: IconBulb,
};

/** A child's figures, then the last result as a sentence, then topics to talk about. */
export function ChildFacts({ child }: { child: Child }) {
  const now = useServerNow(60_000);
  const lines = linesOf(child);
  return (
    <>
      <dl className={classes.figures}>
        {figuresOf(child, now).map(({ name, value, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classes.figure}>{value}</dd>
            <dd className={textStyles.small}>{note}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.sentence}>{sentenceOf(child)}</p>
      {lines.length > 0 && (
        <ul className={`${layout.stack12} ${classes.lines}`}>
          {lines.map(({ kind, words, isConcern }) => {
            const Icon = icons[kind];
            return (
              <li key={kind} data-concern={isConcern || undefined}>
                <Icon size={20} aria-hidden />
                <span>{words}</span>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
