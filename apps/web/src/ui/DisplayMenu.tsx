import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconTextSize } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from './DisplayMenu.module.css';
import { applyTextSize, keptTextSize, type TextSize, textSizes } from './text-size.ts';
import layoutStyles from './layout.module.css';

const schemes: readonly (readonly [MantineColorScheme, string])[] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'Device'],
];

/** Text size and colour scheme, behind a button. A popover of the browser: Escape and a press outside close it. */
export function DisplayMenu() {
  const panel = useId();
  return (
    <>
      <button
        type="button"
        className={`${layoutStyles.square44} ${layoutStyles.onScreen} ${classes.button}`}
        popoverTarget={panel}
        aria-label="Display"
        title="Display"
      >
        <IconTextSize size={22} aria-hidden />
      </button>
      <div id={panel} popover="auto" className={`${layoutStyles.panel} ${layoutStyles.floating} ${classes.panel}`}>
        <DisplayChoices />
      </div>
    </>
  );
}

/** The same choices for a sheet, which has room for them. */
export function DisplayChoices() {
  const group = useId();
  const [size, setSize] = useState(keptTextSize);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choose = (next: TextSize) => {
    applyTextSize(next);
    setSize(next);
  };
  return (
    <div className={layoutStyles.stack16}>
      <fieldset className={classes.choice}>
        <legend>Text size</legend>
        {textSizes.map(({ value, label, name }) => (
          <label key={value} title={name}>
            <input type="radio" name={`${group}-size`} aria-label={name} checked={size === value} onChange={() => choose(value)} />
            <span aria-hidden>{label}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className={classes.choice}>
        <legend>Colour scheme</legend>
        {schemes.map(([value, label]) => (
          <label key={value}>
            <input type="radio" name={`${group}-scheme`} checked={colorScheme === value} onChange={() => setColorScheme(value)} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}
