// The picture of the sample clip at each moment. Original, made for this project.
import { amber, blank, blue, fill, ink, line, share, soft, WIDTH, write } from './drawing.mjs';

export const LENGTH = 32;

export const captions = [
  { from: 0, to: 6, text: 'A sample clip of the demo: how far does the bus go?' },
  { from: 6, to: 13, text: 'From rest it reaches 12 metres a second in 4 seconds, and keeps that speed for 6 seconds more.' },
  { from: 13, to: 19, text: 'The displacement is the area below the graph. The triangle: one half times 4 times 12, that is 24 metres.' },
  { from: 19, to: 25, text: 'The rectangle: 6 times 12, that is 72 metres.' },
  { from: 25, to: 32, text: 'Together 24 and 72: the bus goes 96 metres.' },
];

// The graph's position: seconds to the right, metres per second upwards.
const left = 110;
const bottom = 430;
const x = (seconds) => left + seconds * 42;
const y = (speed) => bottom - speed * 22;

function title(canvas, at) {
  if (at >= 6) return;
  write(canvas, 'How far does the bus go?', [WIDTH / 2, 210], { size: 44, weight: 700, align: 'center' });
  if (at > 1) write(canvas, 'Speed up, then steady: the area below a graph', [WIDTH / 2, 268], { color: soft, align: 'center' });
  if (at > 2.5) write(canvas, 'A sample clip of the demo', [WIDTH / 2, 330], { size: 20, color: soft, align: 'center' });
}

function axes(canvas) {
  line(
    canvas,
    [
      [left, 130],
      [left, bottom],
      [x(11), bottom],
    ],
    ink,
    2,
  );
  write(canvas, 'v in m/s', [left - 10, 112], { size: 20, color: soft });
  write(canvas, 't in s', [x(11) + 12, bottom + 6], { size: 20, color: soft });
  for (const seconds of [4, 10]) write(canvas, String(seconds), [x(seconds), bottom + 30], { size: 20, color: soft, align: 'center' });
  write(canvas, '12', [left - 12, y(12) + 7], { size: 20, color: soft, align: 'right' });
}

function graph(canvas, at) {
  const rise = share(at, 7, 9.5);
  const level = share(at, 10, 12.5);
  const points = [
    [x(0), y(0)],
    [x(4 * rise), y(12 * rise)],
  ];
  if (level > 0) points.push([x(4 + 6 * level), y(12)]);
  line(canvas, points, ink, 4);
}

function areas(canvas, at) {
  const triangle = share(at, 13.5, 15.5);
  const rectangle = share(at, 19.5, 21.5);
  if (triangle > 0)
    fill(
      canvas,
      [
        [x(0), y(0)],
        [x(4 * triangle), y(12 * triangle)],
        [x(4 * triangle), y(0)],
      ],
      'rgb(47 111 214 / 0.3)',
    );
  if (rectangle > 0)
    fill(
      canvas,
      [
        [x(4), y(0)],
        [x(4), y(12)],
        [x(4 + 6 * rectangle), y(12)],
        [x(4 + 6 * rectangle), y(0)],
      ],
      'rgb(214 138 47 / 0.3)',
    );
}

function sums(canvas, at) {
  const column = 620;
  if (at > 6.5) write(canvas, '0 to 12 m/s in 4 s', [column, 150], { size: 24 });
  if (at > 10) write(canvas, 'then 12 m/s for 6 s', [column, 186], { size: 24 });
  if (at > 14.5) write(canvas, '½ × 4 × 12 = 24 m', [column, 262], { size: 28, color: blue, weight: 600 });
  if (at > 20.5) write(canvas, '6 × 12 = 72 m', [column, 312], { size: 28, color: amber, weight: 600 });
  if (at > 26) {
    line(
      canvas,
      [
        [column, 336],
        [column + 250, 336],
      ],
      ink,
      2,
    );
    write(canvas, '96 m', [column, 384], { size: 40, weight: 700 });
  }
}

/**
 * Draws the moment `at`, in seconds.
 * @public The page that draws the clip calls it.
 */
export function draw(canvas, at) {
  blank(canvas);
  title(canvas, at);
  if (at < 6) return;
  areas(canvas, at);
  axes(canvas);
  graph(canvas, at);
  sums(canvas, at);
}
