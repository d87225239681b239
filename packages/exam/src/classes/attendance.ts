const CONSECUTIVE_TARGET_PERCENT = 75;

/** From when to when somebody was in a class, in ms since 1970. */
export interface Stay {
  from: number;
  to: number;
}

/** Milliseconds that the stays cover of the class, each moment once. */
export function presentMs(stays: readonly Stay[], heldFrom: number, heldTo: number): number {
  const clipped = stays
    .map(({ from, to }) => ({ from: Math.max(from, heldFrom), to: Math.min(to, heldTo) }))
    .filter(({ from, to }) => to > from)
    .toSorted((a, b) => a.from - b.from);
  let covered = 0;
  let end = heldFrom;
  for (const { from, to } of clipped) {
    covered += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return covered;
}

/** What is known of one student at one class that was held; the first kind of evidence that exists decides. */
export interface AttendanceEvidence {
  /** Set by staff, with a reason. */
  corrected: 'present' | 'absent' | null;
  /** Stays by the meeting's provider; null while it has sent none. */
  providerStays: readonly Stay[] | null;
  /** Stays by the heartbeat of the class page. */
  pageStays: readonly Stay[];
  /** Join was pressed. */
  hasJoined: boolean;
  /** The provider tells of no stays at all: the press on Join is all there is. */
  isUnverified: boolean;
  /** The provider's list holds names that nobody has matched to a student. */
  hasUnmatchedNames: boolean;
}

export interface Attendance {
  verdict: 'present' | 'absent' | 'to_check';
  minutes: number;
  source: 'staff' | 'provider' | 'page' | 'click';
}

/**
 * Whether a student was in a class that ran from `heldFrom` to `heldTo` (ms): present with `sharePercent` of its time or more. Staff go before the
 * provider, the provider before the page, the page before a press on Join, which counts only where the provider cannot tell.
 */
export function settleAttendance(evidence: AttendanceEvidence, heldFrom: number, heldTo: number, sharePercent: number): Attendance {
  const { corrected, providerStays, pageStays, hasJoined, isUnverified, hasUnmatchedNames } = evidence;
  const isFromProvider = providerStays !== null && providerStays.length > 0;
  const ms = presentMs(isFromProvider ? providerStays : pageStays, heldFrom, heldTo);
  const minutes = Math.floor(ms / 60_000);
  const source = isFromProvider ? 'provider' : isUnverified && pageStays.length === 0 ? 'click' : 'page';
  if (corrected) return { verdict: corrected, minutes, source: 'staff' };
  if (source === 'click') return { verdict: hasJoined ? 'present' : 'absent', minutes, source };
  const isPresent = heldTo > heldFrom && ms * 100 >= sharePercent * (heldTo - heldFrom);
  if (isPresent) return { verdict: 'present', minutes, source };
  return { verdict: hasUnmatchedNames ? 'to_check' : 'absent', minutes, source };
}

/** Classes in a row that lift the attendance to 75 percent: floor((0.75 total - attended) / 0.25), in integers; null from 75 percent on. */
export function consecutiveClassesNeeded(total: number, attended: number): number | null {
  return attended * 100 >= CONSECUTIVE_TARGET_PERCENT * total ? null : 3 * total - 4 * attended;
}

/** `part / whole` as a whole percent, rounded up, as attendance and quiz scores are shown; null when there is no whole. */
export function percentRoundedUp(part: number, whole: number): number | null {
  return whole > 0 ? Math.floor((part * 100 + whole - 1) / whole) : null;
}
