/** `part / whole` as a whole percent, rounded half up; null when there is no whole. */
export function wholePercent(part: number, whole: number): number | null {
  return whole > 0 ? Math.floor((200 * part + whole) / (2 * whole)) : null;
}
