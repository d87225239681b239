import { XMLParser } from 'fast-xml-parser';

type Attributes = Record<string, string>;
type Element = Record<string, unknown> & { ':@'?: Attributes; '#text'?: string | number };
type Matrix = readonly [number, number, number, number, number, number];

export interface Label {
  text: string;
  /** Distances in units of the drawn picture. */
  left: number;
  right: number;
  top: number;
  bottom: number;
  font_size: number;
}

export interface LabelledPicture {
  box: { left: number; right: number; top: number; bottom: number };
  labels: Label[];
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  processEntities: true,
});

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

function matrixOf(transform: string | undefined): Matrix {
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  for (const [, name, list = ''] of (transform ?? '').matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [first = 0, second, third = 0] = list
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const angle = (first * Math.PI) / 180;
    const turn: Matrix = [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0];
    const about = (x: number, y: number): Matrix => times(times([1, 0, 0, 1, x, y], turn), [1, 0, 0, 1, -x, -y]);
    if (name === 'translate') matrix = times(matrix, [1, 0, 0, 1, first, second ?? 0]);
    else if (name === 'scale') matrix = times(matrix, [first, 0, 0, second ?? first, 0, 0]);
    else if (name === 'rotate') matrix = times(matrix, about(second ?? 0, third));
    else throw new Error(`The transform ${name} is not measured`);
  }
  return matrix;
}

/** Width of a letter as a share of the font size, close to Arial's. */
function widthOf(letter: string): number {
  if (/[ijl.,:;'|!\s]/.test(letter)) return 0.26;
  if (/[frtI()[\]\-−]/.test(letter)) return 0.34;
  if (/[mwMW]/.test(letter)) return 0.84;
  return /\p{Lu}/u.test(letter) ? 0.7 : 0.55;
}

const textOf = (nodes: readonly Element[]): string =>
  nodes
    .map((node) =>
      '#text' in node
        ? String(node['#text'])
        : Object.values(node)
            .map((inside) => (Array.isArray(inside) ? textOf(inside) : ''))
            .join(''),
    )
    .join('');

function labelOf(text: string, style: Attributes, matrix: Matrix): Label {
  const size = Number.parseFloat(style['font-size'] ?? '16');
  const width = [...text].reduce((sum, letter) => sum + widthOf(letter), 0) * size;
  const [x, y] = [Number(style['x'] ?? 0), Number(style['y'] ?? 0)];
  const begin = x - width * ({ middle: 0.5, end: 1 }[style['text-anchor'] ?? ''] ?? 0);
  const [a, b, c, d, e, f] = matrix;
  const corners = [begin, begin + width].flatMap((u) => [y - 0.72 * size, y].map((v) => [a * u + c * v + e, b * u + d * v + f] as const));
  const [across, down] = [corners.map(([u]) => u), corners.map(([, v]) => v)];
  const font_size = size * Math.hypot(a, b);
  return { text, left: Math.min(...across), right: Math.max(...across), top: Math.min(...down), bottom: Math.max(...down), font_size };
}

const inherited = ['font-size', 'text-anchor'];

/** The texts of an SVG picture with their boxes, estimated from the font size. */
export function labelsOf(svg: string): LabelledPicture {
  const labels: Label[] = [];
  let box = { left: 0, right: 0, top: 0, bottom: 0 };
  const walk = (nodes: readonly Element[], style: Attributes, matrix: Matrix) => {
    for (const node of nodes) {
      const own = node[':@'] ?? {};
      const here = { ...Object.fromEntries(Object.entries(style).filter(([name]) => inherited.includes(name))), ...own };
      const placed = times(matrix, matrixOf(own['transform']));
      for (const [name, inside] of Object.entries(node)) {
        if (!Array.isArray(inside)) continue;
        if (name === 'svg') {
          const [left = 0, top = 0, width = 0, height = 0] = (own['viewBox'] ?? '').split(/[\s,]+/).map(Number);
          box = { left, top, right: left + width, bottom: top + height };
        }
        if (name === 'text') labels.push(labelOf(textOf(inside).trim(), here, placed));
        else walk(inside, here, placed);
      }
    }
  };
  walk(parser.parse(svg), {}, [1, 0, 0, 1, 0, 0]);
  return { box, labels };
}

/** Labels that the edge of the picture cuts off. */
export function labelsCutOff({ box, labels }: LabelledPicture): string[] {
  return labels
    .filter(({ left, right, top, bottom }) => left < box.left || right > box.right || top < box.top || bottom > box.bottom)
    .map(({ text }) => text);
}
