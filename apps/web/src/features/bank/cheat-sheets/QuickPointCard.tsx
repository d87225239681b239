import { IconCheck, IconQuestionMark } from '@tabler/icons-react';
import { memo, useId } from 'react';
import { i18n } from '../../../platform/language.ts';
import { Maths } from '../../../question/Maths.tsx';
import { Picture } from '../../../question/Picture.tsx';
import cards from '../../../ui/card.module.css';
import type { QuickPoint, Tag } from './cheat-sheets.queries.ts';
import classes from './CheatSheetPage.module.css';

interface Props {
  point: QuickPoint;
  tag: Tag | null;
  onTag: (id: number, tag: Tag) => void;
}

const choices = [
  { tag: 'KNOWN', label: /*i18n*/ 'Known', Icon: IconCheck },
  { tag: 'UNKNOWN', label: /*i18n*/ 'Unknown', Icon: IconQuestionMark },
] as const;

/** A quick point with its picture and its two tags. */
export const QuickPointCard = memo(function QuickPointCard({ point, tag, onTag }: Props) {
  const heading = useId();
  return (
    <li className={`${cards.card} grid gap-12 ${classes.point}`} aria-labelledby={heading}>
      <h2 id={heading} className={`text-16 font-bold ${classes.title}`}>
        <Maths text={point.title} />
      </h2>
      <div className={`grid gap-12 max-w-[68ch] text-17 leading-reading ${classes.text}`}>
        <Maths text={point.text} />
        {point.supporting_picture && <Picture picture={point.supporting_picture} size={point.supporting_picture_size} place="question" />}
      </div>
      {point.supporting_text !== null && (
        <div className={`max-w-[72ch] pl-12 border-l-3 border-line-strong text-14 leading-text text-ink-soft ${classes.supporting}`}>
          <Maths text={point.supporting_text} />
        </div>
      )}
      <fieldset className={`flex gap-8 mx-0 mt-auto mb-0 px-0 pt-4 pb-0 print:hidden! ${classes.tags}`}>
        <legend>{i18n.t('Do you know this?')}</legend>
        {choices.map(({ tag: each, label, Icon }) => (
          <button
            key={each}
            type="button"
            className={`inline-flex items-center gap-6 text-14 font-medium ${classes.tag}`}
            data-tag={each}
            aria-pressed={tag === each}
            onClick={() => tag !== each && onTag(point.id, each)}
          >
            <Icon size={18} aria-hidden />
            {i18n.t(label)}
          </button>
        ))}
      </fieldset>
    </li>
  );
});
