// Contents: dark shapes · the four corners · their exact centres
import { sheetPages, sheetSize } from '@abhyas/exam/exam-office/answer-sheet';
import { darkerThanAround, type GrayPicture, madeSmaller, pixelAt } from './gray-picture.ts';
import { perspectiveOf, placedBy, type Point } from './perspective.ts';

/** Centres of the corner squares on the page in mm: clockwise from the upper left. */
export const cornerCentres: readonly Point[] = (() => {
  const [upperLeft, upperRight, lowerLeft, lowerRight] = (sheetPages([])[0]?.corners ?? []).map(({ x, y, size }) => ({
    x: x + size / 2,
    y: y + size / 2,
  }));
  return [upperLeft, upperRight, lowerRight, lowerLeft].flatMap((point) => point ?? []);
})();

const squareSize = sheetPages([])[0]?.corners[0]?.size ?? 0;
const [width, height] = [(cornerCentres[1]?.x ?? 0) - (cornerCentres[0]?.x ?? 0), (cornerCentres[2]?.y ?? 0) - (cornerCentres[1]?.y ?? 0)];
/** The share of the area between the four centres that a square has. */
const shareOfSquare = squareSize ** 2 / (width * height);
/** Corners are looked for in a picture of about this many pixels on its longer side. */
const searchSize = 1100;
const mostShapes = 28;
const mostTried = 40;

interface Shape extends Point {
  area: number;
}

/** Whether a connected dark area is a filled quadrilateral, by its moments: they give the area of a parallelogram. */
function isSquare(area: number, xx: number, xy: number, yy: number): boolean {
  const filled = area / (12 * Math.sqrt(Math.max(xx * yy - xy * xy, 1e-9)));
  const [half, root] = [(xx + yy) / 2, Math.sqrt(((xx - yy) / 2) ** 2 + xy * xy)];
  return filled > 0.82 && filled < 1.15 && half + root < 5 * Math.max(half - root, 0.1);
}

/** Places around a square, in its sides from its centre: outside it, and still on the paper of a sheet. */
const besideSquare = Array.from({ length: 8 }, (_, at) => ({
  x: 0.95 * Math.cos((at * Math.PI) / 4),
  y: 0.95 * Math.sin((at * Math.PI) / 4),
}));

/** Whether a dark area of this mean brightness has lighter paper on all sides: a shape in the pattern of a table has not. */
function isOnPaper(picture: GrayPicture, { x, y, area }: Shape, brightness: number): boolean {
  const side = Math.sqrt(area);
  return besideSquare.every((at) => pixelAt(picture, Math.round(x + at.x * side), Math.round(y + at.y * side)) * 0.7 > brightness);
}

/** Connected dark areas that may be corner squares, the largest first. */
function shapesOf(picture: GrayPicture): Shape[] {
  const { width: across, height: down } = picture;
  const dark = darkerThanAround(picture, Math.round(Math.max(across, down) / 16), 0.7);
  const [least, most] = [30, (across * down) / 300];
  const shapes: Shape[] = [];
  const stack: number[] = [];
  for (let start = 0; start < dark.length; start += 1) {
    if (dark[start] !== 1) continue;
    let [area, x, y, xx, xy, yy, light] = [0, 0, 0, 0, 0, 0, 0];
    dark[start] = 2;
    stack.push(start);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const column = at % across;
      const row = (at - column) / across;
      area += 1;
      x += column;
      y += row;
      xx += column * column;
      xy += column * row;
      yy += row * row;
      light += picture.data[at] ?? 0;
      const beside = [column > 0 ? at - 1 : -1, column + 1 < across ? at + 1 : -1, at - across, at + across];
      for (const next of beside)
        if (next >= 0 && dark[next] === 1) {
          dark[next] = 2;
          stack.push(next);
        }
    }
    if (area < least || area > most) continue;
    const [meanX, meanY] = [x / area, y / area];
    // A pixel has an extent of its own, which the moments of its centre leave out.
    const spread = [xx / area - meanX * meanX + 1 / 12, xy / area - meanX * meanY, yy / area - meanY * meanY + 1 / 12] as const;
    const shape = { x: meanX, y: meanY, area };
    if (isSquare(area, ...spread) && isOnPaper(picture, shape, light / area)) shapes.push(shape);
  }
  return shapes.toSorted((a, b) => b.area - a.area).slice(0, mostShapes);
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** Four shapes clockwise around their middle, beginning anywhere. */
function clockwise(four: readonly Shape[]): Shape[] {
  const [x, y] = [four.reduce((sum, one) => sum + one.x, 0) / 4, four.reduce((sum, one) => sum + one.y, 0) / 4];
  return four.toSorted((a, b) => Math.atan2(a.y - y, a.x - x) - Math.atan2(b.y - y, b.x - x));
}

/** How much four shapes differ from the corners of a sheet: 0 fits exactly; null if they cannot be the corners. */
function misfitOf(four: readonly Shape[]): number | null {
  const [a, b, c, d] = four;
  if (!a || !b || !c || !d) return null;
  const area = Math.abs((c.x - a.x) * (d.y - b.y) - (c.y - a.y) * (d.x - b.x)) / 2;
  const turns = four.map((one, at) => {
    const [next, after] = [four[(at + 1) % 4] ?? one, four[(at + 2) % 4] ?? one];
    return (next.x - one.x) * (after.y - next.y) - (next.y - one.y) * (after.x - next.x);
  });
  if (!turns.every((turn) => turn > area / 4)) return null;
  const [first, second] = [(distance(a, b) + distance(c, d)) / 2, (distance(b, c) + distance(d, a)) / 2];
  const ratio = Math.abs(Math.log(Math.max(first, second) / Math.min(first, second) / (height / width)));
  const pairs = Math.abs(Math.log(distance(a, b) / distance(c, d))) + Math.abs(Math.log(distance(b, c) / distance(d, a)));
  const sizes = four.map((one) => Math.abs(Math.log(one.area / (area * shareOfSquare))));
  if (ratio > 0.35 || pairs > 0.8 || sizes.some((size) => size > 0.9)) return null;
  return ratio + pairs / 2 + sizes.reduce((sum, size) => sum + size, 0) / 4;
}

/** The centre of a dark square near a point, from all its pixels: `reach` is about the side of the square. */
function exactCentre(picture: GrayPicture, { x, y }: Point, reach: number): Point {
  let [darkest, lightest] = [255, 0];
  const each = (visit: (column: number, row: number, light: number) => void) => {
    for (let row = Math.round(y - reach); row <= y + reach; row += 1)
      for (let column = Math.round(x - reach); column <= x + reach; column += 1) visit(column, row, pixelAt(picture, column, row));
  };
  each((_column, _row, light) => {
    darkest = Math.min(darkest, light);
    lightest = Math.max(lightest, light);
  });
  const [from, to] = [darkest + (lightest - darkest) * 0.25, darkest + (lightest - darkest) * 0.55];
  let [sum, sumX, sumY] = [0, 0, 0];
  each((column, row, light) => {
    const weight = light <= from ? 1 : light >= to ? 0 : (to - light) / (to - from);
    sum += weight;
    sumX += weight * column;
    sumY += weight * row;
  });
  return sum === 0 ? { x, y } : { x: sumX / sum, y: sumY / sum };
}

/** Samples of a corner square in mm from its centre: inside they are dark, in the strip around it they are light. */
const [inSquare, aroundSquare] = [
  [-2.3, -1.2, 0, 1.2, 2.3].flatMap((x) => [-2.3, -1.2, 0, 1.2, 2.3].map((y) => ({ x, y }))),
  [-3.9, -2, 0, 2, 3.9].flatMap((at) =>
    [-3.9, 3.9].flatMap((edge) => [
      { x: at, y: edge },
      { x: edge, y: at },
    ]),
  ),
];

/** The share of samples that are as a square has them, at the corner where they are fewest: a filled bubble has too few. */
function likenessOf(photo: GrayPicture, corners: readonly Point[]): number {
  const perspective = perspectiveOf(cornerCentres, corners);
  if (!perspective) return 0;
  const shares = cornerCentres.map((centre) => {
    const light = ({ x, y }: Point) => {
      const place = placedBy(perspective, { x: centre.x + x, y: centre.y + y });
      return pixelAt(photo, Math.round(place.x), Math.round(place.y));
    };
    const outer = aroundSquare.map(light).toSorted((a, b) => a - b);
    const middle = ((outer[Math.floor(outer.length / 2)] ?? 0) + light({ x: 0, y: 0 })) / 2;
    const right = inSquare.filter((at) => light(at) < middle).length + outer.filter((one) => one > middle).length;
    return right / (inSquare.length + outer.length);
  });
  return Math.min(...shares);
}

const leastLikeness = 0.85;

/**
 * Places where the four corner squares of a sheet may be in a photo, the likeliest first: four centres, clockwise from any of them. None if
 * the photo shows no sheet as a whole.
 */
export function findCorners(photo: GrayPicture): Point[][] {
  const factor = Math.max(1, Math.floor(Math.max(photo.width, photo.height) / searchSize));
  const shapes = shapesOf(madeSmaller(photo, factor));
  const found: { misfit: number; four: Shape[] }[] = [];
  for (let a = 0; a < shapes.length; a += 1)
    for (let b = a + 1; b < shapes.length; b += 1)
      for (let c = b + 1; c < shapes.length; c += 1)
        for (let d = c + 1; d < shapes.length; d += 1) {
          const four = clockwise([a, b, c, d].flatMap((at) => shapes[at] ?? []));
          const misfit = misfitOf(four);
          if (misfit !== null) found.push({ misfit, four });
        }
  return found
    .toSorted((a, b) => a.misfit - b.misfit)
    .slice(0, mostTried)
    .map(({ four }) => {
      const corners = four.map((shape) => {
        const centre = { x: (shape.x + 0.5) * factor - 0.5, y: (shape.y + 0.5) * factor - 0.5 };
        return exactCentre(photo, centre, Math.sqrt(shape.area) * factor * 0.85);
      });
      // A sheet that lies on its side has its first corner elsewhere.
      const turned = [...corners.slice(1), ...corners.slice(0, 1)];
      return { corners, likeness: Math.max(likenessOf(photo, corners), likenessOf(photo, turned)) };
    })
    .filter(({ likeness }) => likeness >= leastLikeness)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, 3)
    .map(({ corners }) => corners);
}

/** Pixels of the photo per mm of the page, from the centres of its corners. */
export function resolutionOf(corners: readonly Point[]): number {
  const around = corners.reduce((sum, corner, at) => sum + distance(corner, corners[(at + 1) % 4] ?? corner), 0);
  return around / (2 * (width + height));
}

export const pageArea = { x: 0, y: 0, ...sheetSize };
