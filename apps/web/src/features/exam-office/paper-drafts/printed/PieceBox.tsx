import type { Piece } from '@abhyas/exam/exam-office/question-crops';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { styleOf } from './piece-style.ts';
import classes from './Printed.module.css';
import { type Edge, moved } from './printed-paper.ts';

interface Props {
  piece: Piece;
  /** Height of the page, in widths of the page. */
  height: number;
  label: string;
  /** The short name on the box. */
  mark: string;
  isSelected: boolean;
  onSelect: () => void;
  /** `isStep` begins a step that undo takes back. */
  onChange: (piece: Piece, isStep: boolean) => void;
}

const edges: readonly Edge[] = ['left', 'top', 'right', 'bottom'];
const edgeNames = { left: 'Left edge', top: 'Upper edge', right: 'Right edge', bottom: 'Lower edge' } as const;
/** How far an arrow key moves an edge, in widths of the page; with Shift a fifth of that. */
const keyStep = 0.01;

/** A crop on a page. The selected one has edges that are dragged, or moved by the arrow keys. */
export function PieceBox({ piece, height, label, mark, isSelected, onSelect, onChange }: Props) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSelected) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  return (
    <div ref={element} className={classes.piece} data-selected={isSelected || undefined} style={styleOf(piece, height)}>
      <button
        type="button"
        className="absolute inset-0 p-0 border-none bg-transparent cursor-pointer"
        aria-label={label}
        aria-pressed={isSelected}
        onClick={onSelect}
      >
        <span className={`${classes.mark} tabular`}>{mark}</span>
      </button>
      {isSelected &&
        edges.map((edge) => <EdgeHandle key={edge} edge={edge} piece={piece} height={height} label={label} onChange={onChange} />)}
    </div>
  );
}

type HandleProps = Pick<Props, 'piece' | 'height' | 'label' | 'onChange'> & { edge: Edge };

function EdgeHandle({ edge, piece, height, label, onChange }: HandleProps) {
  const isDragged = useRef(false);
  const isAcross = edge === 'left' || edge === 'right';
  const most = isAcross ? 1 : height;
  const drag = (event: PointerEvent<HTMLElement>) => {
    const page = event.currentTarget.closest('section')?.getBoundingClientRect();
    if (!page || !isDragged.current) return;
    const to = isAcross ? (event.clientX - page.left) / page.width : (event.clientY - page.top) / page.width;
    onChange(moved(piece, edge, to, height), false);
  };
  const press = (event: KeyboardEvent) => {
    const [less, more] = isAcross ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    if (event.key !== less && event.key !== more) return;
    event.preventDefault();
    const by = (event.key === less ? -1 : 1) * (event.shiftKey ? keyStep / 5 : keyStep);
    onChange(moved(piece, edge, piece[edge] + by, height), true);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes.handle}
      data-edge={edge}
      aria-label={`${edgeNames[edge]} of ${label.toLowerCase()}`}
      aria-orientation={isAcross ? 'horizontal' : 'vertical'}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round((piece[edge] * 100) / most)}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        isDragged.current = true;
        onChange(piece, true);
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        isDragged.current = false;
      }}
      onPointerCancel={() => {
        isDragged.current = false;
      }}
    />
  );
}
