import type { Block } from './columns.ts';

/** How much the boxes of two lines may overlap where a block may still be cut, in px: boxes are higher than the letters in them. */
const overlapOfLines = 2;

/** Sets the options of a question in four, two or one columns: as many as leave each option on one line. */
function setOptions(root: HTMLElement): void {
  // The style sheet keeps every option on one line meanwhile, so an option that needs two is wider than its column.
  root.dataset['measuring'] = '';
  let groups = [...root.querySelectorAll<HTMLElement>('[data-columns]')];
  for (const columns of ['4', '2'] as const) {
    for (const group of groups) group.dataset['columns'] = columns;
    groups = groups.filter((group) => ![...group.children].every((option) => fits(option as HTMLElement, columns)));
  }
  for (const group of groups) group.dataset['columns'] = '1';
  delete root.dataset['measuring'];
}

/** Whether an option is not wider than its column, and is one line of text or, in two columns, a picture. */
function fits(option: HTMLElement, columns: '4' | '2'): boolean {
  const text = option.lastElementChild as HTMLElement;
  const isLine = text.querySelector('p + p, table, li, .katex-display') === null;
  return isLine && (columns === '2' || text.querySelector('img') === null) && text.scrollWidth <= text.clientWidth;
}

/** Shrinks formulas and tables that are wider than their column, because paper does not scroll. */
function shrinkWide(root: HTMLElement): void {
  const parts = [...root.querySelectorAll<HTMLElement>('.katex-display, .katex-html .katex-base, table')];
  const wide = parts.flatMap((part) => {
    if (part.matches('.katex-display .katex-base')) return [];
    const line = part.closest<HTMLElement>('td, th, li') ?? part.closest<HTMLElement>('[data-text]');
    const room = line?.clientWidth ?? 0;
    const width = Math.max(part.scrollWidth, part.getBoundingClientRect().width);
    return room > 0 && width > room + 0.5 ? [{ part, share: room / width }] : [];
  });
  for (const { part, share } of wide) part.style.setProperty('zoom', String(share * 0.98));
}

/** Distances from the top of a block between its lines; nothing inside `[data-whole]` is cut. */
function cutsOf(block: HTMLElement): number[] {
  const { top } = block.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(block);
  const whole = [...block.querySelectorAll('[data-whole], img, tr')].map((part) => part.getBoundingClientRect());
  const boxes = [...range.getClientRects()].filter(
    ({ width, height, bottom }) => width > 0 && height > 0 && bottom - top < block.offsetHeight - 1,
  );
  const texts = [...whole, ...boxes.filter(({ height }) => height < block.offsetHeight * 0.9)].toSorted((a, b) => a.top - b.top);
  const cuts: number[] = [];
  let end = texts[0]?.bottom ?? 0;
  for (const box of texts) {
    if (box.top >= end - overlapOfLines) cuts.push((box.top + end) / 2 - top);
    end = Math.max(end, box.bottom);
  }
  return cuts.filter((cut) => cut > 0);
}

/** Waits until pictures and fonts are loaded. Returns the number of pictures that could not be loaded. */
export async function waitForPictures(root: HTMLElement): Promise<number> {
  const arrivals = await Promise.allSettled([...root.querySelectorAll('img')].map((picture) => picture.decode()));
  await document.fonts?.ready;
  return arrivals.filter(({ status }) => status === 'rejected').length;
}

/**
 * Arranges the blocks of a galley and measures them. Each child element is a block; `data-keeps-next` and `data-cuttable` say how it may be
 * placed.
 */
export function measureBlocks(galley: HTMLElement): { element: HTMLElement; block: Block }[] {
  setOptions(galley);
  shrinkWide(galley);
  return [...galley.children].map((child) => {
    const element = child as HTMLElement;
    const height = element.getBoundingClientRect().height;
    const isCuttable = element.dataset['cuttable'] !== undefined;
    const keepsNext = element.dataset['keepsNext'] !== undefined;
    return { element, block: { height, keepsNext, isWhole: !isCuttable, cuts: isCuttable || height > 300 ? cutsOf(element) : [] } };
  });
}
