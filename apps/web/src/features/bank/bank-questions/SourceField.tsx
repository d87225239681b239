import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react';
import classes from './Bank.module.css';
import { pictureIn } from './picture-upload.ts';
import { symbolGroups, withSymbol } from './symbols.ts';

interface SourceFieldProps {
  label: string;
  value: string;
  maxLength: number;
  faults: readonly string[];
  rows?: number;
  onChange: (text: string) => void;
  /** Takes a picture that was pasted into the field or dropped on it. */
  onPicture?: (file: File) => void;
}

/** A field for authored source, which stays as it is typed, with a palette that inserts source for symbols. */
export function SourceField({ label, value, maxLength, faults, rows = 3, onChange, onPicture }: SourceFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const id = useId();
  const insert = (source: string) => {
    const { current } = field;
    if (!current) return;
    const next = withSymbol(value, current.selectionStart, current.selectionEnd, source);
    if (next.text.length > maxLength) return;
    onChange(next.text);
    requestAnimationFrame(() => {
      current.focus();
      current.setSelectionRange(next.start, next.end);
    });
  };
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer | null) => {
    const picture = onPicture && pictureIn(data);
    if (!picture) return;
    event.preventDefault();
    onPicture(picture);
  };
  return (
    <div className="grid gap-4">
      <div className="flex items-end justify-between gap-12">
        <label htmlFor={id} className="grid gap-4 text-14 font-medium">
          {label}
        </label>
        <button
          type="button"
          className="min-h-44 px-8 py-0 border-none bg-transparent text-13 text-accent cursor-pointer"
          aria-expanded={isPaletteOpen}
          aria-label={`Symbols for ${label}`}
          onClick={() => setPaletteOpen(!isPaletteOpen)}
        >
          Ω Symbols
        </button>
      </div>
      {isPaletteOpen && (
        <div className={`${classes.palette} flex flex-wrap gap-4`} role="group" aria-label={`Symbols for ${label}`}>
          {symbolGroups.flatMap(({ symbols }) =>
            symbols.map(({ sign, name, source }) => (
              <button key={name} type="button" aria-label={name} title={name} onClick={() => insert(source)}>
                {sign}
              </button>
            )),
          )}
        </div>
      )}
      <textarea
        ref={field}
        id={id}
        className={classes.source}
        rows={rows}
        value={value}
        maxLength={maxLength}
        spellCheck
        aria-invalid={faults.length > 0 || undefined}
        aria-describedby={faults.length > 0 ? `${id}-faults` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        onPaste={(event) => take(event, event.clipboardData)}
        onDrop={(event) => take(event, event.dataTransfer)}
      />
      <Faults id={`${id}-faults`} faults={faults} />
    </div>
  );
}

/** The faults of a field, below it. */
export function Faults({ id, faults }: { id?: string; faults: readonly string[] }) {
  if (faults.length === 0) return null;
  return (
    <ul id={id} className="text-13 text-incorrect wrap-anywhere">
      {[...new Set(faults)].map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  );
}
