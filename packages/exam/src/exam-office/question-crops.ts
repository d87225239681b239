// Contents: pages and crops · lines of a page · numbers of questions · crops between numbers
/** A run of text on a page. Lengths are in widths of the page, from its top left corner. */
export interface PageText {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface PaperPage {
  /** In widths of the page. */
  height: number;
  texts: readonly PageText[];
}

/** A part of a page. */
export interface Piece {
  page: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A proposed question: its parts in reading order, and the text in them. */
export interface Crop {
  /** The printed number; null if there is none. */
  number: number | null;
  pieces: Piece[];
  text: string;
}

export interface ProposedCrops {
  crops: Crop[];
  /** Numbers that are missing between the first and the last. */
  missing: number[];
}

/** The space left around a crop. */
const margin = 0.008;
export const MOST_PIECES = 4;
/** The most beginnings of lines that are tried as numbers of questions. */
const mostCandidates = 2000;

type Box = Omit<Piece, 'page'>;
interface Line extends Box {
  text: string;
}

/** The lines of one column of a page, from above. */
interface Column {
  page: number;
  box: Box;
  lines: Line[];
}

const middle = ({ top, bottom }: PageText | Line) => (top + bottom) / 2;

/** Joins texts that stand close together in a line into runs. */
function runsOf(texts: readonly PageText[]): Line[] {
  const rows: PageText[][] = [];
  const printed = texts.filter(({ text }) => text.trim() !== '').toSorted((a, b) => middle(a) - middle(b) || a.left - b.left);
  for (const text of printed) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row && first && middle(text) < first.bottom && middle(text) > first.top) row.push(text);
    else rows.push([text]);
  }
  return rows.flatMap((row) => {
    const runs: Line[] = [];
    for (const { text, left, right, top, bottom } of row.toSorted((a, b) => a.left - b.left)) {
      const last = runs.at(-1);
      const height = bottom - top;
      if (!last || left - last.right > height * 0.9) {
        runs.push({ text, left, right, top, bottom });
        continue;
      }
      last.text += left - last.right > height * 0.15 && !last.text.endsWith(' ') ? ` ${text}` : text;
      last.right = Math.max(last.right, right);
      last.top = Math.min(last.top, top);
      last.bottom = Math.max(last.bottom, bottom);
    }
    return runs;
  });
}

const heading = /^(?:section|part)\b[\s:–-]*(?:[A-Z]|[IVX]+|\d+)\b|^(?:physics|chemistry|math(?:ematic)?s|biology|botany|zoology)\W*$/i;
const endOfQuestions = /^(?:answer\s*keys?|answers|keys?|hints?(?:\s*(?:and|&)\s*solutions?)?|solutions?)\W*$/i;
const pageNumber = /^(?:page\s*)?[-–\s]*\d{1,3}[-–\s]*(?:(?:of|\/)\s*\d{1,3})?$/i;

const digitless = (text: string) => text.replaceAll(/\d+/g, '#').trim();

/** Texts at the edge of several pages, and page numbers: they belong to no question. */
function withoutEdges(pages: readonly { height: number; runs: Line[] }[]): Line[][] {
  const isAtEdge = ({ top, bottom }: Line, height: number) => bottom < height * 0.1 || top > height * 0.9;
  const counts = new Map<string, number>();
  for (const { height, runs } of pages)
    for (const words of new Set(runs.filter((run) => isAtEdge(run, height)).map(({ text }) => digitless(text))))
      counts.set(words, (counts.get(words) ?? 0) + 1);
  const often = Math.max(2, pages.length / 2);
  return pages.map(({ height, runs }) => {
    const isAlone = (run: Line) => runs.every((other) => other === run || middle(other) < run.top || middle(other) > run.bottom);
    return runs.filter((run) => {
      if (!isAtEdge(run, height)) return true;
      if (pageNumber.test(run.text.trim()) && isAlone(run)) return false;
      return !isAlone(run) || (counts.get(digitless(run.text)) ?? 0) < often || /^\W*\d/.test(run.text);
    });
  });
}

const crossing = (runs: readonly Line[], x: number) => runs.filter(({ left, right }) => left < x - 0.002 && right > x + 0.002);

/** The middle of the empty band between two columns; null if the lines have no such band. */
function gutterOf(runs: readonly Line[]): number | null {
  const places = Array.from({ length: 61 }, (_none, at) => 0.35 + at * 0.005);
  const counts = places.map((x) => crossing(runs, x).length);
  const least = Math.min(...counts);
  if (runs.length < 6 || least > runs.length * 0.12) return null;
  let best = { from: 0, length: 0 };
  let length = 0;
  for (const [at, count] of counts.entries()) {
    length = count === least ? length + 1 : 0;
    if (length > best.length) best = { from: at - length + 1, length };
  }
  const x = places[best.from + Math.floor(best.length / 2)] ?? 0.5;
  const [before, after] = [runs.filter(({ right }) => right <= x + 0.002), runs.filter(({ left }) => left >= x - 0.002)];
  return before.length < runs.length * 0.2 || after.length < runs.length * 0.15 ? null : x;
}

/** Runs beside each other as lines, from above. */
function linesOf(runs: readonly Line[]): Line[] {
  const lines: Line[] = [];
  for (const run of runs.toSorted((a, b) => middle(a) - middle(b))) {
    const last = lines.at(-1);
    if (!last || middle(run) > last.bottom || middle(run) < last.top) {
      lines.push({ ...run });
      continue;
    }
    last.text = run.left < last.left ? `${run.text} ${last.text}` : `${last.text} ${run.text}`;
    last.left = Math.min(last.left, run.left);
    last.right = Math.max(last.right, run.right);
    last.top = Math.min(last.top, run.top);
    last.bottom = Math.max(last.bottom, run.bottom);
  }
  return lines;
}

const edge = (values: readonly number[], of: 'least' | 'most', otherwise: number) =>
  values.length === 0 ? otherwise : of === 'least' ? Math.min(...values) : Math.max(...values);

/** The columns of all pages in reading order. A heading across a two-column page ends its columns, which begin again below. */
function columnsOf(pages: readonly PaperPage[]): Column[] {
  const inner = withoutEdges(pages.map(({ height, texts }) => ({ height, runs: runsOf(texts) })));
  const all = inner.flat();
  const gutter = gutterOf(all);
  const outer = {
    left: edge(
      all.map(({ left }) => left),
      'least',
      0.05,
    ),
    right: edge(
      all.map(({ right }) => right),
      'most',
      0.95,
    ),
  };
  const right = Math.min(1, Math.max(outer.right, 1 - outer.left) + margin);
  const left = Math.max(0, outer.left - margin);
  const lowest = edge(
    all.map(({ bottom }) => bottom),
    'most',
    0,
  );
  return pages.flatMap(({ height }, page) => {
    const runs = inner[page] ?? [];
    const own = gutter !== null && crossing(runs, gutter).length <= runs.length * 0.25 ? gutter : gutterOf(runs);
    const bottom = Math.min(
      height,
      Math.max(
        lowest,
        edge(
          runs.map((run) => run.bottom),
          'most',
          0,
        ),
      ) + margin,
    );
    if (own === null) return [{ page, box: { left, right, top: 0, bottom }, lines: linesOf(runs) }];
    const across = crossing(runs, own).filter(({ text }) => heading.test(text.trim()));
    const cuts = [0, ...across.map(({ top }) => top).toSorted((a, b) => a - b), bottom];
    return cuts.slice(1).flatMap((cut, at) => {
      const top = cuts[at] ?? 0;
      const here = runs.filter((run) => middle(run) >= top && (middle(run) < cut || at === cuts.length - 2));
      const isLeft = (run: Line) => run.left < own - 0.002;
      return [
        { page, box: { left, right: own - 0.002, top, bottom: cut }, lines: linesOf(here.filter(isLeft)) },
        { page, box: { left: own + 0.002, right, top, bottom: cut }, lines: linesOf(here.filter((run) => !isLeft(run))) },
      ];
    });
  });
}

interface Candidate {
  number: number;
  /** The column and the line in it. */
  column: number;
  line: number;
  /** How far right of other numbers the line begins. */
  indent: number;
}

/** The ways to write the number of a question, each with the worth of a line that begins so. */
const styles: readonly { pattern: RegExp; worth: number }[] = [
  { pattern: /^(?:Q(?:ue(?:s(?:tion)?)?)?|प्रश्न|प्र)\s*(?:No)?[\s.:-]*(\d{1,3})(?!\d)/i, worth: 1.1 },
  { pattern: /^(\d{1,3})\s*\.(?!\d)/, worth: 1 },
  { pattern: /^(\d{1,3})\s*\)/, worth: 0.95 },
  { pattern: /^[([]\s*(\d{1,3})\s*[)\]]/, worth: 0.8 },
  { pattern: /^(\d{1,3})\s+(?=[\p{Lu}\p{Lo}])/u, worth: 0.6 },
];
/**
 * The costs of a missing number, and of numbers that begin again at 1. Four options in the same style must not win over the next question.
 */
const costs = { missing: 0.6, restart: 4.5 };

/** The candidates of one style that most probably number the questions: ascending, nearly complete, at the left edge. */
function bestChain(candidates: readonly Candidate[], worth: number): { chain: Candidate[]; score: number } {
  const scores: number[] = [];
  const before: number[] = [];
  for (const [at, { number, indent }] of candidates.entries()) {
    const own = worth - Math.min(1.2, indent * 30);
    let [best, from] = [-Math.min(1, (number - 1) * 0.1), -1];
    for (let other = 0; other < at; other += 1) {
      const step = number - (candidates[other]?.number ?? 0);
      const cost = step > 0 ? (step - 1) * costs.missing : number === 1 ? costs.restart : Number.POSITIVE_INFINITY;
      const score = (scores[other] ?? 0) - cost;
      if (score > best) [best, from] = [score, other];
    }
    scores.push(own + best);
    before.push(from);
  }
  const score = edge(scores, 'most', 0);
  const chain: Candidate[] = [];
  for (let at = scores.indexOf(score); at >= 0; at = before[at] ?? -1) {
    const candidate = candidates[at];
    if (candidate) chain.unshift(candidate);
  }
  return { chain, score };
}

/** The lines that begin with a number in this style, with their distance from the leftmost of them on the same side of the pages. */
function candidatesOf(columns: readonly Column[], pattern: RegExp): Candidate[] {
  const edges = new Map<number, number>();
  const found = columns.flatMap(({ box, lines }, column) =>
    lines.flatMap(({ text, left }, line) => {
      const number = Number(pattern.exec(text.trimStart())?.[1] ?? 0);
      if (number === 0) return [];
      edges.set(box.left, Math.min(left, edges.get(box.left) ?? 1));
      return [{ number, column, line, left, side: box.left }];
    }),
  );
  return found.slice(0, mostCandidates).map(({ left, side, ...candidate }) => ({ ...candidate, indent: left - (edges.get(side) ?? left) }));
}

/** Where the questions begin. Of a style with many other numbers, as options have, little is believed. */
function startsOf(columns: readonly Column[]): Candidate[] {
  let best: { chain: Candidate[]; score: number } = { chain: [], score: 0 };
  for (const { pattern, worth } of styles) {
    const candidates = candidatesOf(columns, pattern);
    const { chain, score } = bestChain(candidates, worth);
    const believed = (score * chain.length) / Math.max(1, candidates.length);
    if (chain.length >= (worth > 1 ? 1 : 2) && believed > best.score) best = { chain, score: believed };
  }
  return best.chain;
}

/** The part of a column that belongs to a question, and its lines. It ends before a heading. */
function partOf({ page, box, lines }: Column, from: number, to: number, isFirst: boolean): { piece: Piece; lines: Line[] } | null {
  const cut = lines.findIndex(({ text }, at) => at >= from && at < to && heading.test(text.trim()));
  const end = cut >= 0 && (cut > from || !isFirst) ? cut : to;
  const held = lines.slice(from, end);
  const [first] = held;
  if (!first) return null;
  const next = lines[end];
  const top = Math.max(box.top, first.top - margin);
  const bottom = Math.min(box.bottom, next ? Math.max(first.bottom, next.top - margin / 2) : box.bottom);
  return { piece: { page, left: box.left, right: box.right, top, bottom }, lines: held };
}

/** The question from one start to the next, across columns and pages. */
function cropOf(columns: readonly Column[], start: Candidate, next: Candidate | undefined): Crop {
  const parts = columns.slice(start.column, (next?.column ?? columns.length - 1) + 1).flatMap((column, at) => {
    const isLast = next !== undefined && start.column + at === next.column;
    const part = partOf(column, at === 0 ? start.line : 0, isLast ? next.line : column.lines.length, at === 0);
    return part ? [part] : [];
  });
  const held = parts.slice(0, MOST_PIECES);
  const text = held.flatMap(({ lines }) => lines.map((line) => line.text.trim())).join('\n');
  return { number: start.number, pieces: held.map(({ piece }) => piece), text };
}

/**
 * Proposes the crops of a printed paper from the texts of its pages: each question from its number to the next. Numbers are recognised by
 * their order, so the numbers of options are not taken for questions. Without numbers there are no crops.
 */
export function proposeCrops(pages: readonly PaperPage[]): ProposedCrops {
  const all = columnsOf(pages);
  const found = startsOf(all);
  // An answer key behind the questions begins with numbers too.
  const behind = all.findIndex(({ lines }, column) =>
    lines.some(({ text }, line) => endOfQuestions.test(text.trim()) && found.filter((one) => isBefore(one, column, line)).length >= 3),
  );
  const columns = behind < 0 ? all : all.slice(0, behind + 1).map((column, at) => (at === behind ? untilKey(column) : column));
  const starts = behind < 0 ? found : startsOf(columns);
  const crops = starts.map((start, at) => cropOf(columns, start, starts[at + 1]));
  const missing = starts.flatMap(({ number }, at) => {
    const before = starts[at - 1]?.number ?? number - 1;
    return number > before ? Array.from({ length: number - before - 1 }, (_none, step) => before + 1 + step) : [];
  });
  return { crops, missing };
}

const isBefore = (one: Candidate, column: number, line: number) => one.column < column || (one.column === column && one.line < line);

function untilKey(column: Column): Column {
  const at = column.lines.findIndex(({ text }) => endOfQuestions.test(text.trim()));
  const first = column.lines[at];
  return first ? { ...column, box: { ...column.box, bottom: first.top }, lines: column.lines.slice(0, at) } : column;
}
