// Contents: the step · its tools · a page · drawing
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowMerge, IconPlus, IconTrash, IconVectorBezier2 } from '@tabler/icons-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { MOST_PIECES, type Piece } from '@abhyas/exam/exam-office/question-crops';
import { pageCache } from './make-paper.ts';
import type { PaperSource } from './paper-source.ts';
import { PieceBox } from './PieceBox.tsx';
import { styleOf } from './piece-style.ts';
import classes from './Printed.module.css';
import { joined, LEAST_SIDE, type PrintedPaper, withCrop, withMovedPiece, withoutPiece, withPiece } from './printed-paper.ts';
import { useNear } from './useNear.ts';
import type { Editing } from './usePrintedPaper.ts';

interface Selected {
  id: number;
  /** The part of the question. */
  at: number;
}

/** The effect of the next stroke on a page: a new question, or a part of the selected one. */
type Drawing = 'question' | 'part' | null;

/** The first step: the crops on the pages, to be corrected by hand. */
export function CutPages({ source, editing }: { source: PaperSource; editing: Editing }) {
  const { paper, edit } = editing;
  const [selected, setSelected] = useState<Selected | null>(null);
  const [drawing, setDrawing] = useState<Drawing>(null);
  const add = (piece: Piece) => {
    const isPart = drawing === 'part' && selected !== null;
    const crop = isPart ? paper.crops.find(({ id }) => id === selected.id) : undefined;
    if (crop) {
      edit((former) => withPiece(former, crop.id, piece));
      setSelected({ id: crop.id, at: crop.pieces.length });
    } else {
      edit((former) => withCrop(former, piece));
      setSelected({ id: paper.next_id, at: 0 });
    }
    setDrawing(null);
  };
  return (
    <div className="grid gap-16">
      <Tools
        paper={paper}
        editing={editing}
        selected={selected}
        drawing={drawing}
        onSelect={setSelected}
        onDraw={(next) => setDrawing(next === drawing ? null : next)}
      />
      <div className="grid gap-24 max-w-900">
        {source.pages.map(({ height }, page) => (
          <PageOfPaper
            // biome-ignore lint/suspicious/noArrayIndexKey: pages are never reordered
            key={page}
            source={source}
            page={page}
            height={height}
            editing={editing}
            selected={selected}
            isDrawing={drawing !== null}
            onSelect={setSelected}
            onAdd={add}
          />
        ))}
      </div>
    </div>
  );
}

interface ToolsProps {
  paper: PrintedPaper;
  editing: Editing;
  selected: Selected | null;
  drawing: Drawing;
  onSelect: (selected: Selected | null) => void;
  onDraw: (drawing: Drawing) => void;
}

function Tools({ paper, editing: { edit, undo }, selected, drawing, onSelect, onDraw }: ToolsProps) {
  const at = paper.crops.findIndex(({ id }) => id === selected?.id);
  const crop = paper.crops[at];
  const before = paper.crops[at - 1];
  const words =
    drawing !== null
      ? 'Draw a box on a page.'
      : crop
        ? `Question ${at + 1}${crop.number !== null && crop.number !== at + 1 ? `, printed ${crop.number}` : ''}${crop.pieces.length > 1 ? `, part ${(selected?.at ?? 0) + 1} of ${crop.pieces.length}` : ''}`
        : 'Choose a crop to correct it.';
  return (
    <div className={classes.tools} role="toolbar" aria-label="Crops">
      <span className={`text-14 text-ink-soft ${classes.selected}`} role="status">
        {words}
      </span>
      {crop && (
        <>
          {before && before.pieces.length + crop.pieces.length <= MOST_PIECES && (
            <Button
              variant="default"
              px={12}
              leftSection={<IconArrowMerge size={18} />}
              onClick={() => {
                edit((former) => joined(former, crop.id));
                onSelect({ id: before.id, at: before.pieces.length });
              }}
            >
              Join to question {at}
            </Button>
          )}
          {crop.pieces.length < MOST_PIECES && (
            <Button
              variant="default"
              px={12}
              aria-pressed={drawing === 'part'}
              leftSection={<IconVectorBezier2 size={18} />}
              onClick={() => onDraw('part')}
            >
              Draw a part
            </Button>
          )}
          <Button
            variant="default"
            px={12}
            color="red"
            leftSection={<IconTrash size={18} />}
            onClick={() => {
              const next = crop.pieces.length > 1 ? crop : (paper.crops[at + 1] ?? before);
              edit((former) => withoutPiece(former, crop.id, selected?.at ?? 0));
              onSelect(next ? { id: next.id, at: 0 } : null);
            }}
          >
            {crop.pieces.length > 1 ? 'Delete this part' : 'Delete'}
          </Button>
        </>
      )}
      <Button
        variant="default"
        px={12}
        aria-pressed={drawing === 'question'}
        leftSection={<IconPlus size={18} />}
        onClick={() => onDraw('question')}
      >
        Draw a question
      </Button>
      <Button variant="default" px={12} disabled={!undo} leftSection={<IconArrowBackUp size={18} />} onClick={() => undo?.()}>
        Undo
      </Button>
    </div>
  );
}

interface PageProps {
  source: PaperSource;
  page: number;
  height: number;
  editing: Editing;
  selected: Selected | null;
  isDrawing: boolean;
  onSelect: (selected: Selected) => void;
  onAdd: (piece: Piece) => void;
}

/** A page with the crops on it. It is drawn while it is near the visible area. */
function PageOfPaper({ source, page, height, editing: { paper, edit }, selected, isDrawing, onSelect, onAdd }: PageProps) {
  const { element, isNear } = useNear<HTMLElement>();
  const [stroke, setStroke] = useState<{ from: [number, number]; to: [number, number] } | null>(null);
  const placeOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): [number, number] => {
    const { left, top, width } = currentTarget.getBoundingClientRect();
    return [Math.min(1, Math.max(0, (clientX - left) / width)), Math.min(height, Math.max(0, (clientY - top) / width))];
  };
  const boxOf = ({ from, to }: NonNullable<typeof stroke>): Piece => ({
    page,
    left: Math.min(from[0], to[0]),
    right: Math.max(from[0], to[0]),
    top: Math.min(from[1], to[1]),
    bottom: Math.max(from[1], to[1]),
  });
  const end = () => {
    if (!stroke) return;
    const box = boxOf(stroke);
    if (box.right - box.left >= LEAST_SIDE && box.bottom - box.top >= LEAST_SIDE) onAdd(box);
    setStroke(null);
  };
  const onPage = paper.crops.flatMap((crop, at) =>
    crop.pieces.flatMap((piece, part) => (piece.page === page ? [{ crop, piece, part, number: at + 1 }] : [])),
  );
  const lowest = Math.max(0.05, ...onPage.map(({ piece }) => piece.bottom));
  const top = Math.min(lowest, height - 0.15);
  return (
    <div className="grid gap-8">
      <section
        ref={element}
        aria-label={`Page ${page + 1}`}
        className={classes.page}
        data-drawing={isDrawing || undefined}
        style={{ aspectRatio: `1 / ${height}` }}
        onPointerDown={(event) => {
          if (!isDrawing || event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const place = placeOf(event);
          setStroke({ from: place, to: place });
        }}
        onPointerMove={(event) => {
          if (stroke) setStroke({ ...stroke, to: placeOf(event) });
        }}
        onPointerUp={end}
        onPointerCancel={() => setStroke(null)}
      >
        {isNear && <PagePicture source={source} page={page} />}
        {onPage.map(({ crop, piece, part, number }) => (
          <PieceBox
            key={`${crop.id} ${part}`}
            piece={piece}
            height={height}
            label={`Question ${number}${crop.pieces.length > 1 ? `, part ${part + 1} of ${crop.pieces.length}` : ''}`}
            mark={part === 0 ? String(number) : `${number} …`}
            isSelected={selected?.id === crop.id && selected.at === part}
            onSelect={() => onSelect({ id: crop.id, at: part })}
            onChange={(moved, isStep) => edit((former) => withMovedPiece(former, crop.id, part, moved), isStep)}
          />
        ))}
        {stroke && <div className={classes.stroke} style={styleOf(boxOf(stroke), height)} />}
      </section>
      <button
        type="button"
        className={`min-h-44 text-14 font-semibold text-accent no-underline ${classes.add}`}
        onClick={() => onAdd({ page, left: 0.05, right: 0.95, top, bottom: top + 0.12 })}
      >
        <IconPlus size={18} aria-hidden /> Add a box on page {page + 1}
      </button>
    </div>
  );
}

function PagePicture({ source, page }: { source: PaperSource; page: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isFaulty, setFaulty] = useState(false);
  useEffect(() => {
    let isGone = false;
    const cache = pageCache(source, 1);
    const draw = async () => {
      const picture = await cache.page(page);
      const target = canvas.current;
      if (isGone || !target) return;
      const width = Math.min(picture.width, Math.round(target.clientWidth * devicePixelRatio));
      target.width = width;
      target.height = Math.round((width * picture.height) / picture.width);
      target.getContext('2d')?.drawImage(picture, 0, 0, target.width, target.height);
      target.dataset['drawn'] = '';
    };
    void draw()
      .catch(() => setFaulty(true))
      .finally(cache.close);
    return () => {
      isGone = true;
    };
  }, [source, page]);
  if (isFaulty) return <p className={classes.unread}>This page cannot be drawn.</p>;
  return <canvas ref={canvas} className="block size-full" aria-hidden />;
}
