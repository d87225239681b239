// Contents: chance · a filled sheet · ink · the photo
import {
  BUBBLE_RADIUS,
  type SheetCode,
  sheetCode,
  type SheetPage,
  sheetPages,
  type SheetSection,
  sheetSize,
} from '@abhyas/exam/exam-office/answer-sheet';
import { encode } from 'uqr';
import { brightnessAt, type GrayPicture } from '../sheets/gray-picture.ts';
import { perspectiveOf, placedBy, type Point } from '../sheets/perspective.ts';

/** Numbers from 0 to 1 that follow from a seed. */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A mark in a bubble: plain, or one at which a reader must ask a person. */
export type MarkKind = 'plain' | 'faint' | 'erased';

export interface FilledBubble {
  question: number | null;
  column: number;
  value: string;
  mark: MarkKind;
}

export interface FilledSheet {
  code: SheetCode;
  sections: readonly SheetSection[];
  marks: readonly FilledBubble[];
  tool: 'pen' | 'pencil';
}

/** The distortions by paper and camera, each from 0 to 1. */
export interface PhotoFaults {
  tilt: number;
  shadow: number;
  noise: number;
  blur: number;
  fold: number;
}

const scale = 9;

/** Strokes of the ten digits and the minus, in a box of 1 × 1.6. */
const strokes: Record<string, readonly (readonly [number, number, number, number])[]> = (() => {
  const [upperLeft, upperRight, lowerLeft, lowerRight] = [
    [0, 0, 0, 0.8],
    [1, 0, 1, 0.8],
    [0, 0.8, 0, 1.6],
    [1, 0.8, 1, 1.6],
  ] as const;
  const [top, middle, foot] = [
    [0, 0, 1, 0],
    [0, 0.8, 1, 0.8],
    [0, 1.6, 1, 1.6],
  ] as const;
  return {
    '-': [middle],
    0: [top, upperLeft, upperRight, lowerLeft, lowerRight, foot],
    1: [upperRight, lowerRight],
    2: [top, upperRight, middle, lowerLeft, foot],
    3: [top, upperRight, middle, lowerRight, foot],
    4: [upperLeft, upperRight, middle, lowerRight],
    5: [top, upperLeft, middle, lowerRight, foot],
    6: [top, upperLeft, middle, lowerLeft, lowerRight, foot],
    7: [top, upperRight, lowerRight],
    8: [top, upperLeft, upperRight, middle, lowerLeft, lowerRight, foot],
    9: [top, upperLeft, upperRight, middle, lowerRight, foot],
  };
})();

/** A sheet on white paper, in mm. */
class Paper {
  readonly picture: GrayPicture;
  constructor() {
    const [width, height] = [sheetSize.width * scale, sheetSize.height * scale];
    this.picture = { width, height, data: new Uint8Array(width * height).fill(250) };
  }

  /** Darkens every pixel near a place for which `of` gives a share of ink; lengths are in mm. */
  ink(x: number, y: number, reach: number, of: (dx: number, dy: number) => number): void {
    const { width, height, data } = this.picture;
    for (let row = Math.max(0, Math.floor((y - reach) * scale)); row < Math.min(height, (y + reach) * scale); row += 1)
      for (let column = Math.max(0, Math.floor((x - reach) * scale)); column < Math.min(width, (x + reach) * scale); column += 1) {
        const share = of((column + 0.5) / scale - x, (row + 0.5) / scale - y);
        if (share > 0) data[row * width + column] = (data[row * width + column] ?? 0) * (1 - Math.min(share, 1));
      }
  }

  rectangle(x: number, y: number, width: number, height: number, share = 0.93): void {
    const reach = Math.max(width, height) / 2;
    this.ink(x + width / 2, y + height / 2, reach + 0.2, (dx, dy) => (Math.abs(dx) <= width / 2 && Math.abs(dy) <= height / 2 ? share : 0));
  }

  line(from: Point, to: Point, thickness: number, share: number): void {
    const length = Math.max(Math.hypot(to.x - from.x, to.y - from.y), 0.01);
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    this.ink(middle.x, middle.y, length / 2 + thickness, (dx, dy) =>
      Math.abs(dx * ux + dy * uy) <= length / 2 + thickness / 2 && Math.abs(dx * uy - dy * ux) <= thickness / 2 ? share : 0,
    );
  }

  text(text: string, x: number, y: number, height: number, share: number): void {
    const unit = height / 1.6;
    const left = x - ((text.length - 1) * unit * 1.5 + unit) / 2;
    for (const [at, sign] of [...text].entries())
      for (const [x1, y1, x2, y2] of strokes[sign] ?? strokes[8] ?? []) {
        const [dx, dy] = [left + at * unit * 1.5, y - height / 2];
        this.line({ x: dx + x1 * unit, y: dy + y1 * unit }, { x: dx + x2 * unit, y: dy + y2 * unit }, height * 0.13, share);
      }
  }
}

function printed(page: SheetPage, code: SheetCode): Paper {
  const paper = new Paper();
  for (const { x, y, size } of page.corners) paper.rectangle(x, y, size, size);
  const { data, size } = encode(sheetCode(code), { ecc: 'M', border: 2 });
  const module = page.code.size / size;
  for (const [row, line] of data.entries())
    for (const [column, isDark] of line.entries())
      if (isDark) paper.rectangle(page.code.x + column * module, page.code.y + row * module, module, module);
  for (const { x, y, width, height } of page.boxes) {
    const [right, foot] = [x + width, y + height];
    for (const [a, b] of [
      [
        { x, y },
        { x: right, y },
      ],
      [
        { x, y: foot },
        { x: right, y: foot },
      ],
      [
        { x, y },
        { x, y: foot },
      ],
      [
        { x: right, y },
        { x: right, y: foot },
      ],
    ] as const)
      paper.line(a, b, 0.2, 0.9);
  }
  for (const { x, y } of page.points) paper.ink(x, y, 0.6, (dx, dy) => (Math.hypot(dx, dy) < 0.5 ? 0.93 : 0));
  for (const { kind, text, x, y } of page.labels) {
    const width = (text.length * 3.1 * 1.5) / 1.6;
    paper.text(text, kind === 'number' ? x - width / 2 : x + width / 2, y, kind === 'number' ? 2.3 : 2.1, 0.93);
  }
  for (const { x, y, value } of page.bubbles) {
    paper.ink(x, y, BUBBLE_RADIUS + 0.3, (dx, dy) => (Math.abs(Math.hypot(dx, dy) - BUBBLE_RADIUS) < 0.1 ? 0.73 : 0));
    paper.text(value, x, y, 1.7, 0.53);
  }
  for (const y of [17, 22, 32, 63.4, 68, 72.6]) paper.text('8888888888888888', 50, y, 2.2, 0.9);
  return paper;
}

/** Fills a bubble as a hand does: off its middle, uneven at its edge, with gaps between strokes. */
function fill(paper: Paper, { x, y }: Point, tool: 'pen' | 'pencil', mark: MarkKind, chance: () => number): void {
  const between = (from: number, to: number) => from + chance() * (to - from);
  const middle = { x: x + between(-0.35, 0.35), y: y + between(-0.35, 0.35) };
  const radius = between(1.65, 2.15);
  const dark =
    mark === 'erased'
      ? between(0.16, 0.22)
      : mark === 'faint'
        ? between(0.2, 0.24)
        : tool === 'pen'
          ? between(0.72, 0.95)
          : between(0.5, 0.72);
  const [angle, pitch, phase, wobble] = [between(0, Math.PI), between(0.35, 0.7), between(0, 6), between(0, 6)];
  const gap = mark === 'plain' ? between(0, tool === 'pen' ? 0.12 : 0.22) : 0;
  paper.ink(middle.x, middle.y, radius + 0.5, (dx, dy) => {
    const edge = radius * (1 + 0.08 * Math.sin(3 * Math.atan2(dy, dx) + wobble));
    if (Math.hypot(dx, dy) > edge) return 0;
    const across = (dx * Math.cos(angle) + dy * Math.sin(angle)) / pitch + phase;
    return across - Math.floor(across) < gap ? 0.1 : dark;
  });
}

/** A smooth picture made blurred: means over boxes, twice. */
function blurred({ width, height, data }: GrayPicture, reach: number): GrayPicture {
  if (reach < 1) return { width, height, data };
  const pass = (from: Uint8Array, length: number, lines: number, step: number, lineStep: number) => {
    const to = new Uint8Array(from.length);
    for (let line = 0; line < lines; line += 1) {
      const start = line * lineStep;
      let sum = 0;
      for (let at = -reach; at <= reach; at += 1) sum += from[start + Math.min(Math.max(at, 0), length - 1) * step] ?? 0;
      for (let at = 0; at < length; at += 1) {
        to[start + at * step] = sum / (2 * reach + 1);
        sum += (from[start + Math.min(at + reach + 1, length - 1) * step] ?? 0) - (from[start + Math.max(at - reach, 0) * step] ?? 0);
      }
    }
    return to;
  };
  const rows = pass(data, width, height, 1, width);
  return { width, height, data: pass(rows, height, width, width, 1) };
}

/** A photo of a filled sheet. The same seed gives the same photo. */
export function photoOf({ code, sections, marks, tool }: FilledSheet, faults: PhotoFaults, seed: number): GrayPicture {
  const chance = chanceOf(seed);
  const between = (from: number, to: number) => from + chance() * (to - from);
  const page = sheetPages(sections)[code.page - 1];
  if (!page) throw new Error(`The sheet has no page ${code.page}`);
  const paper = printed(page, code);
  for (const { question, column, value, mark } of marks) {
    const bubble = page.bubbles.find((one) => one.question === question && one.column === column && one.value === value);
    if (bubble) fill(paper, bubble, tool, mark, chance);
  }
  // Name and roll number as handwriting, and a stray line at the edge.
  for (let at = 0; at < 12; at += 1)
    paper.line({ x: 30 + at * 4, y: 41 + between(-2, 2) }, { x: 33 + at * 4, y: 41 + between(-2, 2) }, 0.5, 0.8);
  for (const { x, y, width } of page.boxes.slice(0, 8)) paper.text(String(Math.floor(between(0, 9))), x + width / 2, y + 3.5, 4, 0.8);

  const size = { width: 1900, height: 2560 };
  const margin = between(40, 200);
  const turn = (between(-1, 1) * faults.tilt * 9 * Math.PI) / 180;
  const corners = [
    { x: margin, y: margin },
    { x: size.width - margin, y: margin },
    { x: size.width - margin, y: size.height - margin },
    { x: margin, y: size.height - margin },
  ].map(({ x, y }) => {
    const [dx, dy] = [(x - size.width / 2) * 0.93, (y - size.height / 2) * 0.93];
    const jitter = () => between(-1, 1) * faults.tilt * 90;
    return {
      x: size.width / 2 + dx * Math.cos(turn) - dy * Math.sin(turn) + jitter(),
      y: size.height / 2 + dx * Math.sin(turn) + dy * Math.cos(turn) + jitter(),
    };
  });
  const upsideDown = chance() < 0.25 ? 2 : 0;
  const placed = corners.map((_, at) => corners[(at + upsideDown) % 4] ?? { x: 0, y: 0 });
  const edges = [
    { x: 0, y: 0 },
    { x: sheetSize.width, y: 0 },
    { x: sheetSize.width, y: sheetSize.height },
    { x: 0, y: sheetSize.height },
  ];
  const toPage = perspectiveOf(placed, edges);
  if (!toPage) throw new Error('The photo has no perspective');

  const foldAt = between(90, 210);
  const foldBy = { x: between(-1, 1) * faults.fold * 1.4, y: between(-1, 1) * faults.fold * 2.4 };
  const foldLight = 1 - faults.fold * between(0.05, 0.2);
  const shadowAngle = between(0, 2 * Math.PI);
  const [shadowAt, shadowEdge, shadowDepth] = [between(-60, 60), between(1.5, 40), faults.shadow * between(0.25, 0.5)];
  const [slopeX, slopeY] = [between(-1, 1) * faults.shadow * 0.15, between(-1, 1) * faults.shadow * 0.15];
  const table = between(50, 190);
  const data = new Uint8Array(size.width * size.height);
  for (let row = 0; row < size.height; row += 1)
    for (let column = 0; column < size.width; column += 1) {
      const at = placedBy(toPage, { x: column, y: row });
      let light = table + 18 * Math.sin(row / 31) * Math.sin(column / 47);
      if (at.x > 0 && at.y > 0 && at.x < sheetSize.width && at.y < sheetSize.height) {
        const bend = Math.max(0, 1 - Math.abs(at.y - foldAt) / 80);
        light = brightnessAt(paper.picture, (at.x - foldBy.x * bend) * scale - 0.5, (at.y - foldBy.y * bend) * scale - 0.5);
        if (at.y > foldAt) light *= foldLight;
        if (faults.fold > 0 && Math.abs(at.y - foldAt) < 0.5) light *= 0.86;
      }
      const [dx, dy] = [at.x - sheetSize.width / 2, at.y - sheetSize.height / 2];
      const inShadow = (dx * Math.cos(shadowAngle) + dy * Math.sin(shadowAngle) - shadowAt) / shadowEdge;
      light *= 1 - shadowDepth * Math.min(1, Math.max(0, inShadow + 0.5));
      light *= 1 + slopeX * (dx / 105) + slopeY * (dy / 150) - faults.shadow * 0.12;
      data[row * size.width + column] = Math.min(255, Math.max(0, light));
    }
  const soft = blurred({ ...size, data }, Math.round(faults.blur * 3));
  for (let at = 0; at < soft.data.length; at += 1) {
    // The sum of three has nearly the spread of camera noise.
    const noise = (chance() + chance() + chance() - 1.5) * faults.noise * 22;
    soft.data[at] = Math.min(255, Math.max(0, (soft.data[at] ?? 0) + noise));
  }
  return soft;
}
