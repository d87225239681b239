import { darkAccentOf, readableAccent } from '@abhyas/contract/institute/colours';
import { Button, TextInput } from '@mantine/core';
import forms from '../../../ui/forms.module.css';
import classes from './Settings.module.css';

/** Shown in the field of a browser where none is chosen: the product's own. */
const usual = '#3b4ec8';

/** What is typed as a colour; null for nothing, undefined for what is none. */
export function readAccent(typed: string): string | null | undefined {
  const text = typed.trim().toLowerCase();
  if (text === '') return null;
  const hex = text.startsWith('#') ? text : `#${text}`;
  return /^#[0-9a-f]{6}$/.test(hex) ? hex : undefined;
}

/** One colour for what can be pressed and what is chosen; refused where it could not be read, with the nearest that can. */
export function AccentField({ typed, onChange }: { typed: string; onChange: (typed: string) => void }) {
  const accent = readAccent(typed);
  const readable = accent ? readableAccent(accent) : null;
  const isTooLight = readable !== null && readable !== accent;
  return (
    <div className={classes.accent}>
      <div className={classes.pair}>
        <TextInput
          label="Accent colour"
          description="Of buttons and links, like #7a1f3d. Empty for the site’s own."
          maxLength={7}
          value={typed}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={
            accent === undefined ? 'Give six digits from 0 to f.' : isTooLight ? 'Too light: texts in it could not be read.' : undefined
          }
        />
        <input
          type="color"
          aria-label="Choose the accent colour"
          className={classes.picker}
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
          <p className={forms.text}>As it stands in the light and in the dark.</p>
        </div>
      )}
    </div>
  );
}
