import { IconBulb, IconClipboardX, IconUserCheck, type TablerIcon } from '@tabler/icons-react';
import { useServerNow } from '../../../platform/useServerNow.ts';
import { type Child, figuresOf, type Line, linesOf, sentenceOf } from './child-words.ts';
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
      <dl className={`${classes.figures} grid grid-cols-[repeat(auto-fit,minmax(84px,1fr))] gap-16 mx-0 mt-8 mb-16`}>
        {figuresOf(child, now).map(({ name, value, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="text-24 leading-snug font-bold tabular">{value}</dd>
            <dd className="block text-14 font-regular text-ink-soft">{note}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 leading-text wrap-anywhere">{sentenceOf(child)}</p>
      {lines.length > 0 && (
        <ul className={`grid gap-12 ${classes.lines}`}>
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
