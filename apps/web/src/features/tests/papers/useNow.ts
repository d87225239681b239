import { useEffect, useState } from 'react';
import { serverNow } from '../../../platform/clock.ts';

const EVERY = 15_000;

/** The time of the server's clock in ms, read again every 15 s. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), EVERY);
    return () => clearInterval(timer);
  }, []);
  return now;
}
