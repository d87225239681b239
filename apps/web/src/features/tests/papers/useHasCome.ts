import { useEffect, useState } from 'react';
import { serverNow } from '../../../platform/clock.ts';

/** Ms after which the clocks are compared again: a device may have slept, or the server's clock be known better. */
const LONGEST_WAIT = 30_000;

const hasCome = (at: number) => at <= serverNow();

/** Whether a moment has come by the server's clock; the screen is drawn again when it does. Null never comes. */
export function useHasCome(moment: string | null): boolean {
  const at = moment === null ? Number.POSITIVE_INFINITY : Date.parse(moment);
  const [isPast, setPast] = useState(() => hasCome(at));
  useEffect(() => {
    let timer = 0;
    const check = () => {
      setPast(hasCome(at));
      if (Number.isFinite(at) && !hasCome(at)) timer = window.setTimeout(check, Math.min(at - serverNow(), LONGEST_WAIT));
    };
    check();
    return () => clearTimeout(timer);
  }, [at]);
  return isPast;
}
