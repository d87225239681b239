// Contents: samples of a bubble · moving groups of bubbles into place · darkness
import { BUBBLE_RADIUS, type Bubble } from '@abhyas/exam/exam-office/answer-sheet';
import { type GrayPicture, pixelAt } from './gray-picture.ts';
import type { Point } from './perspective.ts';

/** Pixels per mm of a flattened page. */
export const FLAT_SCALE = 8;

/** A bubble with its place on the flattened page in mm, and how dark it is: 0 is as bright as the paper around it, 1 is black. */
export interface MeasuredBubble {
  bubble: Bubble;
  place: Point;
  darkness: number;
  /** Whether the printed circles were found around it. If not, its darkness says nothing. */
  is_found: boolean;
}

/**
 * How much darker the circles of a group must be than the paper outside them: as a share of what the sheet's clearest groups have, because
 * a blurred photo has pale circles, and at least this much. Between the circles of a sharp photo it is a third of that.
 */
const leastShare = 0.4;
const leastFit = 0.055;

const around = (radius: number, count: number): Point[] =>
  Array.from({ length: count }, (_, at) => ({
    x: radius * Math.cos((2 * Math.PI * at) / count) * FLAT_SCALE,
    y: radius * Math.sin((2 * Math.PI * at) / count) * FLAT_SCALE,
  }));

const directions = 16;
/** The printed circle, and the paper just outside it. */
const circle = around(BUBBLE_RADIUS - 0.05, directions);
const outside = around(BUBBLE_RADIUS + 0.4, directions);
const furtherOutside = around(BUBBLE_RADIUS + 0.55, directions);
/** Samples inside, spread evenly over the area, each with its direction. */
const inside = [0.45, 0.85, 1.2, 1.5].flatMap((radius, ring) => {
  const count = 8 + ring * 5;
  return around(radius, count).map((sample, at) => ({ sample, direction: Math.round((at * directions) / count) % directions }));
});

const sampled = (page: GrayPicture, x: number, y: number, { x: dx, y: dy }: Point) => pixelAt(page, Math.round(x + dx), Math.round(y + dy));
const inPixels = ({ x, y }: Point): Point => ({ x: x * FLAT_SCALE - 0.5, y: y * FLAT_SCALE - 0.5 });

/** How much darker the printed circles are than the paper outside them, over a group of bubbles that is moved by `shift` mm. */
function fitOf(page: GrayPicture, bubbles: readonly Bubble[], shift: Point): number {
  let sum = 0;
  for (const bubble of bubbles) {
    const { x, y } = inPixels({ x: bubble.x + shift.x, y: bubble.y + shift.y });
    let [light, dark] = [0, 0];
    for (let at = 0; at < directions; at += 1) {
      light += sampled(page, x, y, outside[at] ?? { x: 0, y: 0 });
      dark += sampled(page, x, y, circle[at] ?? { x: 0, y: 0 });
    }
    // One bubble that is filled, or lies in the light, counts no more than the others.
    sum += Math.min((light - dark) / Math.max(light, 1), 0.25);
  }
  return sum / bubbles.length;
}

/** The best shift on a grid around one that is expected. */
function bestShift(page: GrayPicture, bubbles: readonly Bubble[], expected: Point, reach: number, step: number, pull: number): Point {
  let [best, most] = [expected, Number.NEGATIVE_INFINITY];
  const steps = Math.round(reach / step);
  for (let down = -steps; down <= steps; down += 1)
    for (let across = -steps; across <= steps; across += 1) {
      const shift = { x: expected.x + across * step, y: expected.y + down * step };
      const fit = fitOf(page, bubbles, shift) - pull * (across * across + down * down) * step * step;
      if (fit > most) [best, most] = [shift, fit];
    }
  return best;
}

const groupHeight = 21;

/** Bubbles that lie together, from the top of the page to its foot: a page that is bent moves them alike. */
function groupsOf(bubbles: readonly Bubble[]): Bubble[][] {
  const groups = new Map<string, Bubble[]>();
  for (const bubble of bubbles) {
    const column = Math.floor((bubble.x - 15) / 36);
    const key = `${bubble.question === null ? 'roll' : column} ${Math.floor(bubble.y / groupHeight)}`;
    groups.set(key, [...(groups.get(key) ?? []), bubble]);
  }
  return [...groups.values()].toSorted((a, b) => (a[0]?.y ?? 0) - (b[0]?.y ?? 0) || (a[0]?.x ?? 0) - (b[0]?.x ?? 0));
}

const middleOf = (bubbles: readonly Bubble[]): Point => ({
  x: bubbles.reduce((sum, { x }) => sum + x, 0) / bubbles.length,
  y: bubbles.reduce((sum, { y }) => sum + y, 0) / bubbles.length,
});

/** The shift to expect at a place: that of the groups found near it, and none at the corner squares. */
function expectedShift(found: readonly { middle: Point; shift: Point }[], at: Point): Point {
  let [weight, x, y] = [0, 0, 0];
  for (const { middle, shift } of found) {
    const closeness = 1 / ((middle.x - at.x) ** 2 + (middle.y - at.y) ** 2 + 25);
    weight += closeness;
    x += closeness * shift.x;
    y += closeness * shift.y;
  }
  return weight === 0 ? { x: 0, y: 0 } : { x: x / weight, y: y / weight };
}

/**
 * How dark a bubble is. Each sample is compared with the paper in its direction, so that the edge of a shadow across a bubble does not
 * count as a mark.
 */
function darknessAt(page: GrayPicture, place: Point): number {
  const { x, y } = inPixels(place);
  const paper = outside.map((sample, at) => Math.max(sampled(page, x, y, sample), sampled(page, x, y, furtherOutside[at] ?? sample)));
  const lit = paper.map((light, at) => Math.max(light, paper[(at + 1) % directions] ?? 0, paper[(at + directions - 1) % directions] ?? 0));
  let sum = 0;
  for (const { sample, direction } of inside) {
    const white = Math.max(lit[direction] ?? 255, 1);
    sum += Math.min(1, Math.max(0, 1 - sampled(page, x, y, sample) / white));
  }
  return sum / inside.length;
}

function leastFitAmong(fits: readonly number[]): number {
  const clear = fits.toSorted((a, b) => a - b)[Math.floor(fits.length * 0.75)] ?? 0;
  return Math.max(leastFit, leastShare * clear);
}

/** The bubbles of a flattened page, each where the page has it, and how dark it is. */
export function measuredBubbles(page: GrayPicture, bubbles: readonly Bubble[]): MeasuredBubble[] {
  const found: { middle: Point; shift: Point }[] = [];
  const fits: number[] = [];
  const placed = groupsOf(bubbles).map((group) => {
    const middle = middleOf(group);
    const rough = bestShift(page, group, expectedShift(found, middle), 1.8, 0.3, 0.01);
    const shift = bestShift(page, group, rough, 0.3, 0.1, 0.01);
    const fit = fitOf(page, group, shift);
    fits.push(fit);
    if (fit >= leastFitAmong(fits)) found.push({ middle, shift });
    return { group, shift, fit };
  });
  const least = leastFitAmong(fits);
  return placed.flatMap(({ group, shift, fit }) =>
    group.map((bubble) => {
      const place = { x: bubble.x + shift.x, y: bubble.y + shift.y };
      return { bubble, place, darkness: darknessAt(page, place), is_found: fit >= least };
    }),
  );
}
