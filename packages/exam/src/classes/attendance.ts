const CONSECUTIVE_TARGET_PERCENT = 75;

/** A period in which a student was in a class, in ms since 1970. */
export interface Stay {
  from: number;
  to: number;
}

/** Milliseconds of the class that the periods cover. Time that several periods cover counts once. */
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

/** Evidence on one student's attendance of one class. The first kind of evidence that exists decides. */
export interface AttendanceEvidence {
  /** The attendance that staff set, with a reason. */
  corrected: 'present' | 'absent' | null;
  /** Attendance times that the meeting's provider reported; null while it has reported none. */
  providerStays: readonly Stay[] | null;
  /** Attendance times measured by the heartbeats of the class page. */
  pageStays: readonly Stay[];
  /** Whether the student pressed Join. */
  hasJoined: boolean;
  /** Whether the provider never reports attendance times, so that the press on Join is the only evidence. */
  isUnverified: boolean;
  /** Whether the provider's list contains names that nobody has matched to a student. */
  hasUnmatchedNames: boolean;
}

export interface Attendance {
  verdict: 'present' | 'absent' | 'to_check';
  minutes: number;
  source: 'staff' | 'provider' | 'page' | 'click';
}

/**
 * Whether a student attended a class that was held from `heldFrom` to `heldTo` (ms): present with `sharePercent` of its time or more. The
 * order of evidence is: staff, the provider, the page, a press on Join. Join counts only if the provider never reports times.
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

/**
 * Number of classes that a student must attend in a row to reach 75 percent: floor((0.75 total - attended) / 0.25). Null if the attendance
 * is at least 75 percent already.
 */
export function consecutiveClassesNeeded(total: number, attended: number): number | null {
  return attended * 100 >= CONSECUTIVE_TARGET_PERCENT * total ? null : 3 * total - 4 * attended;
}

/** `part / whole` as a whole percent, rounded up, as attendance and quiz scores are shown; null when there is no whole. */
export function percentRoundedUp(part: number, whole: number): number | null {
  return whole > 0 ? Math.floor((part * 100 + whole - 1) / whole) : null;
}
