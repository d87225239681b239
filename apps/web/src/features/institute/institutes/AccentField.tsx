import { darkAccentOf, readableAccent } from '@abhyas/contract/institute/colours';
import { Button, TextInput } from '@mantine/core';
import forms from '../../../ui/forms.module.css';
import layout from '../../../ui/layout.module.css';
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
    <div className={`${layout.stack12} ${classes.accent}`}>
      <div className={classes.pair}>
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
          className={`${layout.control} ${classes.picker}`}
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
        <div className={classes.samples}>
          <span className={classes.light} style={{ color: accent }}>
            A link <b style={{ background: accent }}>A button</b>
          </span>
          <span className={classes.dark} style={{ color: darkAccentOf(accent) }}>
            A link <b style={{ background: accent }}>A button</b>
          </span>
          <p className={forms.text}>How the colour looks in the light and in the dark scheme.</p>
        </div>
      )}
    </div>
  );
}
