import { useEffect, useState } from 'react';
import { deviceNow } from './sent-code.ts';

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - deviceNow()) / 1000));

/** Whole seconds until a time of the device's clock (ms). */
export function useCountdown(moment: number): number {
  const [left, setLeft] = useState(() => secondsUntil(moment));
  useEffect(() => {
    const update = () => setLeft(secondsUntil(moment));
    update();
    const timer = setInterval(update, 500);
    return () => clearInterval(timer);
  }, [moment]);
  return left;
}
