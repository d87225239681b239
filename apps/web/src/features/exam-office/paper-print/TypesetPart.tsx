import { type CSSProperties, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { fillColumns, type Piece } from './columns.ts';
import { measureBlocks, waitForPictures } from './measure.ts';
import { type PageFrame, PrintedPage } from './PrintedPage.tsx';
import classes from './Print.module.css';

/** CSS px of a mm. */
const MM = 96 / 25.4;
/** Lengths of a page in mm. `top` is the beginning of the columns on all pages but the first. */
const page = { height: 297, side: 12, width: 186, top: 20, foot: 15, headTop: 11, gap: 3, rough: 42 };

export interface PartContent {
  /** 'Paper', 'Key', 'Solutions'. */
  name: string;
  /** The head of the first page. */
  head: ReactNode;
  blocks: readonly ReactNode[];
  columns: number;
  /** The gap between two columns, and between two blocks, in mm. */
  gaps: { column: number; block: number };
  /** Room for rough work: none, at the foot of each page, or a page at the end. */
  rough: 'none' | 'foot' | 'page';
  /** The words in the room for rough work. */
  roughWords?: string;
}

interface PlacedElement {
  element: HTMLElement;
  piece: Piece;
  /** Whether the column has only a part of the block. */
  isPart: boolean;
}

interface Layout {
  placed: PlacedElement[];
  /** Height of the head of the first page in px. */
  head: number;
}

/** A block, or a part of one, as a copy of the measured element. */
const PlacedBlock = memo(function PlacedBlock({ placed: { element, piece, isPart } }: { placed: PlacedElement }) {
  const { from, to, top } = piece;
  return (
    <div
      className="absolute inset-x-0 data-part:overflow-hidden"
      data-part={isPart || undefined}
      style={{ insetBlockStart: top, ...(isPart && { blockSize: to - from }) }}
    >
      <div style={isPart ? { marginBlockStart: -from } : undefined} ref={(place) => place?.replaceChildren(element.cloneNode(true))} />
    </div>
  );
});

interface Props {
  part: PartContent;
  frame: Omit<PageFrame, 'label' | 'foot'>;
  /** Called once the pages are laid out, with the number of pictures that could not be loaded. */
  onReady: (lostPictures: number) => void;
}

/** A printed part as pages: its blocks are measured in a hidden column, then placed in the columns of as many pages as they need. */
export function TypesetPart({ part, frame, onReady }: Props) {
  const { name, head, blocks, columns, gaps, rough, roughWords = 'Space for rough work' } = part;
  const galley = useRef<HTMLDivElement>(null);
  const headRef = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useState<Layout | null>(null);
  const strip = rough === 'foot' ? page.rough : 0;
  useEffect(() => {
    let isCurrent = true;
    const typeset = async () => {
      const [column, top] = [galley.current, headRef.current];
      if (!column || !top) return;
      const lostPictures = await waitForPictures(column);
      if (!isCurrent) return;
      const measured = measureBlocks(column);
      const headHeight = top.getBoundingClientRect().height;
      const full = (page.height - page.top - page.foot - strip) * MM;
      const first = (page.height - page.headTop - page.foot - page.gap - strip) * MM - headHeight;
      const pieces = fillColumns(
        measured.map(({ block }) => block),
        { heightOf: (at) => (at < columns ? Math.min(first, full) : full), gap: gaps.block * MM },
      );
      const placed = pieces.flatMap((piece): PlacedElement[] => {
        const own = measured[piece.block];
        return own ? [{ element: own.element, piece, isPart: piece.from > 0 || piece.to < own.block.height }] : [];
      });
      setLayout({ placed, head: headHeight });
      onReady(lostPictures);
    };
    void typeset();
    return () => {
      isCurrent = false;
    };
  }, [columns, gaps.block, strip, onReady]);

  const width = (page.width - (columns - 1) * gaps.column) / columns;
  if (!layout)
    return (
      <div className={`${classes.galley} absolute top-0 left-[-300mm] invisible`} aria-hidden="true" inert>
        <div ref={headRef} className={classes.paper} style={{ inlineSize: `${page.width}mm` }}>
          {head}
        </div>
        <div ref={galley} className={classes.paper} style={{ inlineSize: `${width}mm` }}>
          {blocks}
        </div>
      </div>
    );

  const last = Math.max(0, ...layout.placed.map(({ piece }) => piece.column));
  const count = Math.floor(last / columns) + 1 + (rough === 'page' ? 1 : 0);
  return Array.from({ length: count }, (_, at) => {
    const isFirst = at === 0;
    const top = isFirst ? page.headTop + page.gap + layout.head / MM : page.top;
    const isRough = rough === 'page' && at === count - 1;
    return (
      <PrintedPage
        key={at}
        {...frame}
        label={`${name}, page ${at + 1} of ${count}`}
        foot={`${name} · page ${at + 1} of ${count}`}
        isFirst={isFirst}
      >
        {isFirst && <div className="absolute inset-x-[12mm] top-[11mm]">{head}</div>}
        {isRough ? (
          <p className={classes.rough} style={{ insetBlockStart: `${page.top}mm`, insetBlockEnd: `${page.foot}mm` }}>
            {roughWords}
          </p>
        ) : (
          Array.from({ length: columns }, (_column, column) => (
            <div
              key={column}
              className={classes.column}
              data-ruled={column > 0 || undefined}
              style={
                {
                  insetBlockStart: `${top}mm`,
                  insetBlockEnd: `${page.foot + strip}mm`,
                  insetInlineStart: `${page.side + column * (width + gaps.column)}mm`,
                  inlineSize: `${width}mm`,
                  '--column-gap': `${gaps.column / 2}mm`,
                } as CSSProperties
              }
            >
              {layout.placed
                .filter(({ piece }) => piece.column === at * columns + column)
                .map((placed) => (
                  <PlacedBlock key={`${placed.piece.block} ${placed.piece.from}`} placed={placed} />
                ))}
            </div>
          ))
        )}
        {strip > 0 && !isRough && (
          <p className={classes.rough} style={{ insetBlockEnd: `${page.foot}mm`, blockSize: `${page.rough - page.gap}mm` }}>
            {roughWords}
          </p>
        )}
      </PrintedPage>
    );
  });
}
