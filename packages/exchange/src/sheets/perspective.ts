import { brightnessAt, type GrayPicture } from './gray-picture.ts';

export interface Point {
  x: number;
  y: number;
}

/** The eight numbers of a perspective. */
export type Perspective = readonly number[];

/** Solves a square system of linear equations by elimination; null if it has no single solution. */
function solved(rows: number[][]): number[] | null {
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    const best = rows
      .slice(column)
      .reduce((most, row, at) => (Math.abs(row[column] ?? 0) > Math.abs(rows[most]?.[column] ?? 0) ? at + column : most), column);
    const [pivot, former] = [rows[best], rows[column]];
    if (!pivot || !former || Math.abs(pivot[column] ?? 0) < 1e-12) return null;
    [rows[column], rows[best]] = [pivot, former];
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = (row[column] ?? 0) / (pivot[column] ?? 1);
      for (let at = column; at <= size; at += 1) row[at] = (row[at] ?? 0) - factor * (pivot[at] ?? 0);
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}

/** The perspective that leads each of four points to another; null if three of them lie on a line. */
export function perspectiveOf(from: readonly Point[], to: readonly Point[]): Perspective | null {
  const rows = from.flatMap(({ x, y }, at) => {
    const target = to[at] ?? { x: 0, y: 0 };
    return [
      [x, y, 1, 0, 0, 0, -x * target.x, -y * target.x, target.x],
      [0, 0, 0, x, y, 1, -x * target.y, -y * target.y, target.y],
    ];
  });
  return solved(rows);
}

export function placedBy([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0]: Perspective, { x, y }: Point): Point {
  const depth = g * x + h * y + 1;
  return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth };
}

/** A rectangle of a page as a picture: `perspective` leads from mm to pixels of the photo, and `scale` is pixels per mm of the result. */
export function flattened(
  photo: GrayPicture,
  perspective: Perspective,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  scale: number,
): GrayPicture {
  const flat = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const data = new Uint8Array(flat.width * flat.height);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = perspective;
  for (let row = 0; row < flat.height; row += 1) {
    const down = y + (row + 0.5) / scale;
    for (let column = 0; column < flat.width; column += 1) {
      const across = x + (column + 0.5) / scale;
      const depth = g * across + h * down + 1;
      data[row * flat.width + column] = brightnessAt(photo, (a * across + b * down + c) / depth, (d * across + e * down + f) / depth);
    }
  }
  return { ...flat, data };
}
