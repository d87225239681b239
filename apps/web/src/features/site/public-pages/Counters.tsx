import { i18n } from '../../../platform/language.ts';
import { brand } from '@abhyas/contract/institute/brand';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { formatNumber } from '../../../ui/format.ts';

/** The smallest count that replaces the brand's figure. */
const SHOWN_FROM = 1000;
const FIRST_MS = 5000;
/** Ms in which a count runs up from the value that was shown before. */
const AGAIN_MS = 10_000;
const KEY = 'landing-counts';

interface Counts {
  question_count: number;
  test_count: number;
  response_count: number;
}

const counters = [
  { label: /*i18n*/ 'Questions', field: 'question_count', figure: 'questions' },
  { label: /*i18n*/ 'Tests taken', field: 'test_count', figure: 'tests' },
  { label: /*i18n*/ 'Questions answered', field: 'response_count', figure: 'answers' },
] as const;

function readShown(): Partial<Counts> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Counts>;
  } catch {
    return {};
  }
}

function keepShown(counts: Counts): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(counts));
  } catch {
    // Without storage the figures count up from zero at the next visit.
  }
}

/** Counts up to the value from the value shown before, if there is one; shows it at once where the person prefers no motion. */
function useCountUp(value: number, before: number | undefined): number {
  const isStill = useReducedMotion();
  const [shown, setShown] = useState(before ?? 0);
  useEffect(() => {
    if (isStill) return undefined;
    const from = before ?? 0;
    const duration = before === undefined ? FIRST_MS : AGAIN_MS;
    const start = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, (now - start) / duration));
      setShown(Math.round(from + (value - from) * (1 - (1 - part) ** 3)));
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value, before, isStill]);
  return isStill ? value : shown;
}

function Counter({ label, value, before }: { label: string; value: number; before: number | undefined }) {
  const shown = useCountUp(value, before);
  return (
    <div>
      <dt>{i18n.t(label)}</dt>
      <dd>
        <span aria-hidden>{formatNumber(shown)}</span>
        <span className="landing-hidden">{formatNumber(value)}</span>
      </dd>
    </div>
  );
}

/**
 * Questions, tests and answers so far. While a count is unknown (`counts` is null) or below 1,000, the brand's figure is shown if it has
 * one.
 */
export function Counters({ counts }: { counts: Counts | null }) {
  const [before] = useState(readShown);
  useEffect(() => {
    if (counts) keepShown(counts);
  }, [counts]);
  const shown = counters.filter(({ figure }) => counts !== null || brand.figures[figure] !== null);
  if (shown.length === 0) return null;
  return (
    <dl className="landing-counts">
      {shown.map(({ label, field, figure }) =>
        counts && (counts[field] >= SHOWN_FROM || brand.figures[figure] === null) ? (
          <Counter key={label} label={label} value={counts[field]} before={before[field]} />
        ) : (
          <div key={label}>
            <dt>{i18n.t(label)}</dt>
            <dd>{brand.figures[figure]}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
