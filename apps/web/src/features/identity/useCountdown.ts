import { useEffect, useState } from 'react';
import type { SentCode } from './SignInPage.tsx';

/** Whole seconds until another code may be asked for; starts anew with each code sent. */
export function useCountdown(sent: SentCode): number {
  const [left, setLeft] = useState(sent.resendAfter);
  useEffect(() => {
    const until = performance.now() + sent.resendAfter * 1000;
    const update = () => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000)));
    update();
    const timer = setInterval(update, 500);
    return () => clearInterval(timer);
  }, [sent]);
  return left;
}
