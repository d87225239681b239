import { useEffect, useState } from 'react';
import { serverNow } from './clock.ts';

/** Ms by the server's clock, looked at again every so many ms. */
export function useServerNow(every: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
