import { useEffect, useState } from 'react';
import { serverNow } from '../../../platform/clock.ts';

/** Ms after which the time is checked again, because the device may have slept or the server's clock may now be known more exactly. */
const LONGEST_WAIT = 30_000;

const hasCome = (at: number) => at <= serverNow();

/** Whether a time has passed on the server's clock; renders again when it passes. A null time never passes. */
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
