import { noteSeat, SEAT_REPORT_SECONDS } from '@abhyas/contract/tests/seats';
import { SEAT_MEMORY_MS, type SeatVerdict, type Stall, seatVerdictOf } from '@abhyas/exam/tests/seat-verdict';
import { useEffect, useState } from 'react';
import { call } from '../../platform/call.ts';
import { seatCalls } from '../../platform/seat-calls.ts';

const TICK_MS = 1000;
/** A timer that fires this much later shows that the page stood still. */
const LATE_MS = 700;
/** A timer that fires later than this shows that the device slept. */
const SLEPT_MS = 30_000;

/**
 * Judges the seat each second while the page is visible. A change is reported to the hall of `session_id` (null: not reported), at most
 * every 20 s. A report that is lost is sent again with the next one.
 */
export function useSeatVerdict(session_id: number | null): SeatVerdict {
  const [verdict, setVerdict] = useState<SeatVerdict>('healthy');
  useEffect(() => {
    let stalls: readonly Stall[] = [];
    let last = performance.now();
    let wasVisible = !document.hidden;
    let told: SeatVerdict = 'healthy';
    let toldAt = Number.NEGATIVE_INFINITY;
    const tell = (now: number, next: SeatVerdict) => {
      if (session_id === null || next === told || now - toldAt < SEAT_REPORT_SECONDS * 1000 || !navigator.onLine) return;
      toldAt = now;
      void call(noteSeat, { session_id, verdict: next }).then(
        () => {
          told = next;
        },
        // The hall then shows the seat as silent, and the next report replaces this one.
        () => undefined,
      );
    };
    const tick = () => {
      const now = performance.now();
      const late = now - last - TICK_MS;
      // The browser itself slows the timers of a hidden page.
      if (wasVisible && !document.hidden && late > LATE_MS && late < SLEPT_MS) stalls = [...stalls, { at: last + TICK_MS, ms: late }];
      stalls = stalls.filter(({ at }) => now - at < SEAT_MEMORY_MS);
      [last, wasVisible] = [now, !document.hidden];
      const next = seatVerdictOf({ now, calls: seatCalls(), stalls, isOffline: !navigator.onLine });
      setVerdict(next);
      tell(now, next);
    };
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [session_id]);
  return verdict;
}
