import { type ImprovementType, improvementTypes } from '@abhyas/exam/reports/report';
import { IconBolt, IconBookmark, IconMinus, IconPlayerSkipForward, IconX, type TablerIcon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { i18n } from '../../../platform/language.ts';
import { formatNumber } from '../../../ui/format.ts';
import classes from './Improvements.module.css';

/** The icon and the word of each type. */
export const typeLabels: Record<ImprovementType, { label: string; Icon: TablerIcon; color: string }> = {
  incorrect: { label: /*i18n*/ 'Incorrect', Icon: IconX, color: 'var(--incorrect)' },
  unattempted: { label: /*i18n*/ 'Unattempted', Icon: IconMinus, color: 'var(--unattempted)' },
  rushed: { label: /*i18n*/ 'Rushed', Icon: IconBolt, color: 'var(--warning)' },
  late_skip: { label: /*i18n*/ 'Late skip', Icon: IconPlayerSkipForward, color: 'var(--ink-soft)' },
  marked: { label: /*i18n*/ 'Marked', Icon: IconBookmark, color: 'var(--maths)' },
};

interface Props {
  id: string;
  current: ImprovementType;
  counts: ReadonlyMap<ImprovementType, number>;
  back: { link: { to: '/test_report/$id'; params: { id: string } }; label: string };
}

/** The types with their counts, beside the questions and on phones above them. A type without questions is dimmed. */
export function ImprovementTypes({ id, current, counts, back }: Props) {
  const place = useRef<HTMLElement>(null);
  // On phones the types are in a row that is wider than the screen.
  useEffect(() => {
    place.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav ref={place} className={`flex flex-col ${classes.side}`} aria-label={i18n.t('Improvements')}>
      <Link {...back.link} className={classes.back}>
        {i18n.t('Back')}
      </Link>
      {improvementTypes.map((type) => {
        const { label, Icon, color } = typeLabels[type];
        const count = counts.get(type) ?? 0;
        return (
          <Link
            key={type}
            to="/improvements/$id/$type"
            params={{ id, type }}
            className={classes.type}
            aria-current={type === current ? 'page' : undefined}
            data-empty={count === 0 || undefined}
            resetScroll={false}
          >
            <Icon size={18} color={color} aria-hidden />
            {i18n.t(label)}
            <span className="tabular">{formatNumber(count)}</span>
          </Link>
        );
      })}
    </nav>
  );
}
