// Drawing functions for the scenes of all clips.
export const WIDTH = 960;
export const HEIGHT = 540;

export const ink = '#1c1f27';
export const soft = '#5b6271';
export const blue = '#2f6fd6';
export const amber = '#b4690e';
const font = 'Inter, "DejaVu Sans", "Liberation Sans", sans-serif';

/** The progress of a movement between two moments, 0 to 1. */
export const share = (at, from, to) => Math.min(1, Math.max(0, (at - from) / (to - from)));

export function write(canvas, text, at, { size = 26, color = ink, weight = 400, align = 'left' } = {}) {
  canvas.font = `${weight} ${size}px ${font}`;
  canvas.fillStyle = color;
  canvas.textAlign = align;
  canvas.fillText(text, at[0], at[1]);
}

export function line(canvas, points, color, width) {
  canvas.strokeStyle = color;
  canvas.lineWidth = width;
  canvas.beginPath();
  for (const [at, point] of points.entries()) canvas[at === 0 ? 'moveTo' : 'lineTo'](point[0], point[1]);
  canvas.stroke();
}

export function fill(canvas, points, color) {
  canvas.fillStyle = color;
  canvas.beginPath();
  for (const [at, point] of points.entries()) canvas[at === 0 ? 'moveTo' : 'lineTo'](point[0], point[1]);
  canvas.closePath();
  canvas.fill();
}

/** A rounded box with a border, filled if `color` is given. */
export function box(canvas, [x, y, width, height], { border = '#c9ced8', color, thickness = 2 } = {}) {
  canvas.beginPath();
  canvas.roundRect(x, y, width, height, 10);
  if (color) {
    canvas.fillStyle = color;
    canvas.fill();
  }
  canvas.strokeStyle = border;
  canvas.lineWidth = thickness;
  canvas.stroke();
}

export function blank(canvas) {
  canvas.fillStyle = '#ffffff';
  canvas.fillRect(0, 0, WIDTH, HEIGHT);
  canvas.lineCap = 'round';
  canvas.lineJoin = 'round';
}
