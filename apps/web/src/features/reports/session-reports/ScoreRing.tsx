import { useEffect, useState } from 'react';
import { i18n } from '../../../platform/language.ts';
import { formatNumber } from '../../../ui/format.ts';
import classes from './ScoreRing.module.css';

const SIZE = 160;
const STROKE = 10;
const COUNT_MS = 600;

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches || matchMedia('print').matches;

/** Counts up to the value once, within half a second; shows it at once where the person prefers no motion. */
function useCountUp(value: number): number {
  const [share, setShare] = useState(() => (isStill() ? 1 : 0));
  useEffect(() => {
    if (isStill()) return;
    const begin = performance.now();
    let frame = 0;
    const step = (now: number) => {
      const passed = Math.min(1, (now - begin) / COUNT_MS);
      setShare(1 - (1 - passed) ** 3);
      if (passed < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, []);
  return Math.round(value * share);
}

/** The score inside a ring that fills by its share of the marks. A score below zero leaves the ring empty. */
export function ScoreRing({ score, max }: { score: number; max: number }) {
  const shown = useCountUp(score);
  const radius = (SIZE - STROKE) / 2;
  const around = 2 * Math.PI * radius;
  const share = max > 0 ? Math.min(1, Math.max(0, shown / max)) : 0;
  return (
    <div className={`${classes.root} relative flex-none size-160`}>
      <p className="unseen">
        {formatNumber(score)} / {formatNumber(max)}
      </p>
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
        <circle className="fill-none stroke-line" cx={SIZE / 2} cy={SIZE / 2} r={radius} strokeWidth={STROKE} />
        {share > 0 && (
          <circle
            className={classes.part}
            cx={SIZE / 2}
            cy={SIZE / 2}
            r={radius}
            strokeWidth={STROKE}
            strokeDasharray={`${share * around} ${around}`}
            transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
          />
        )}
      </svg>
      <p className={`absolute inset-0 flex flex-col items-center justify-center tabular ${classes.number}`} aria-hidden="true">
        <strong>{formatNumber(shown)}</strong>
        <span>{i18n.t('of {max}', { max: formatNumber(max) })}</span>
      </p>
    </div>
  );
}
