import type { Stroke } from '../../platform/scratchpads.ts';

/** The most numbers of all lines of a pad, which is some pages of writing. */
export const MOST_NUMBERS = 60_000;
/** How near the eraser must come to a line to remove it, in thousandths of the pad's width. */
const reach = 18;

/** The line with a further point, unless the point is too near the last one to be seen. */
export function withPoint(stroke: Stroke, x: number, y: number): Stroke {
  const [lastX, lastY] = stroke.slice(-2);
  const isNear = lastX !== undefined && lastY !== undefined && Math.hypot(x - lastX, y - lastY) < 2;
  return isNear ? stroke : [...stroke, Math.round(x), Math.round(y)];
}

/** The path of a line in SVG. A press without a move is a dot. */
export function pathOf(stroke: Stroke): string {
  const [x = 0, y = 0, ...rest] = stroke;
  if (rest.length === 0) return `M${x} ${y}h0.1`;
  let path = `M${x} ${y}`;
  for (let at = 0; at + 1 < rest.length; at += 2) path += `L${rest[at]} ${rest[at + 1]}`;
  return path;
}

/** The distance of a point from the part of a line between two of its points. */
function distance(x: number, y: number, [ax, ay, bx, by]: readonly [number, number, number, number]): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const part = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
  return Math.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay));
}

function isTouched(stroke: Stroke, x: number, y: number): boolean {
  for (let at = 0; at + 1 < stroke.length; at += 2) {
    const [ax = 0, ay = 0, bx = ax, by = ay] = stroke.slice(at, at + 4);
    if (distance(x, y, [ax, ay, bx, by]) <= reach) return true;
  }
  return false;
}

/** The lines without those that the eraser touches; the same array if it touches none. */
export function erased(strokes: readonly Stroke[], x: number, y: number): readonly Stroke[] {
  const left = strokes.filter((stroke) => !isTouched(stroke, x, y));
  return left.length === strokes.length ? strokes : left;
}

/** The height that shows every line with room below, in thousandths of the pad's width. */
export const heightOf = (strokes: readonly Stroke[]): number =>
  strokes.reduce((most, stroke) => stroke.reduce((low, value, at) => (at % 2 === 1 ? Math.max(low, value) : low), most), 0) + 120;
