import { useEffect, useState } from 'react';
import { serverNow } from './clock.ts';

/** The time of the server's clock in ms, read again every `every` ms. */
export function useServerNow(every: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
