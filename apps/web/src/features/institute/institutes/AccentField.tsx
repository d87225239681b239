import { darkAccentOf, readableAccent } from '@abhyas/contract/institute/colours';
import { Button, TextInput } from '@mantine/core';
import classes from './Settings.module.css';

/** The product's own colour, which the field shows if none is chosen. */
const usual = '#3b4ec8';

/** The typed colour; null for an empty text, undefined for a text that is not a colour. */
export function readAccent(typed: string): string | null | undefined {
  const text = typed.trim().toLowerCase();
  if (text === '') return null;
  const hex = text.startsWith('#') ? text : `#${text}`;
  return /^#[0-9a-f]{6}$/.test(hex) ? hex : undefined;
}

/** A field for the one colour of buttons and selections. An unreadable colour is refused, and the nearest readable one is offered. */
export function AccentField({ typed, onChange }: { typed: string; onChange: (typed: string) => void }) {
  const accent = readAccent(typed);
  const readable = accent ? readableAccent(accent) : null;
  const isTooLight = readable !== null && readable !== accent;
  return (
    <div className="grid justify-items-start gap-12 mt-16">
      <div className={`${classes.pair} flex items-end gap-12 w-full`}>
        <TextInput
          label="Accent colour"
          description="The colour of buttons and links, such as #7a1f3d. Leave it empty for the site’s own."
          maxLength={7}
          value={typed}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={
            accent === undefined
              ? 'Enter six digits from 0 to f.'
              : isTooLight
                ? 'Too light: text in this colour cannot be read.'
                : undefined
          }
        />
        <input
          type="color"
          aria-label="Choose the accent colour"
          className="flex-none w-56 p-4 border border-line-strong rounded-control bg-surface cursor-pointer"
          value={accent ?? usual}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      {isTooLight && (
        <Button variant="default" onClick={() => onChange(readable)}>
          Use {readable} instead
        </Button>
      )}
      {accent && !isTooLight && (
        <div className="flex flex-wrap items-center gap-12">
          <span className={classes.light} style={{ color: accent }}>
            A link <b style={{ background: accent }}>A button</b>
          </span>
          <span
            className={`${classes.dark} inline-flex items-center gap-16 min-h-60 px-16 py-8 border border-line rounded-control font-semibold`}
            style={{ color: darkAccentOf(accent) }}
          >
            A link <b style={{ background: accent }}>A button</b>
          </span>
          <p className="text-14 leading-reading text-ink-soft">How the colour looks in the light and in the dark scheme.</p>
        </div>
      )}
    </div>
  );
}
