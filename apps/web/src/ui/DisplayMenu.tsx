import { choosesLanguage, i18n } from '../platform/language.ts';
import { useUser } from '../platform/user.ts';
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconTextSize } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from './DisplayMenu.module.css';
import { applyTextSize, keptTextSize, type TextSize, textSizes } from './text-size.ts';
import { LanguageChoice } from './LanguageChoice.tsx';

const schemes: readonly (readonly [MantineColorScheme, string])[] = [
  ['light', /*i18n*/ 'Light'],
  ['dark', /*i18n*/ 'Dark'],
  ['auto', /*i18n*/ 'Device'],
];

/** Text size, colour scheme and, outside sessions, the language, behind a button. A popover of the browser: Escape and a press outside close it. */
export function DisplayMenu({ hasLanguage = false }: { hasLanguage?: boolean }) {
  const panel = useId();
  const user = useUser();
  return (
    <>
      <button
        type="button"
        className={`grid flex-none place-items-center size-44 p-0 rounded-[50%] text-ink print:hidden! ${classes.button}`}
        popoverTarget={panel}
        aria-label={i18n.t('Display')}
        title={i18n.t('Display')}
      >
        <IconTextSize size={22} aria-hidden />
      </button>
      <div id={panel} popover="auto" className={`fixed border border-line rounded-card bg-surface shadow-raised text-ink ${classes.panel}`}>
        <div className="grid gap-16">
          {hasLanguage && choosesLanguage(user) && <LanguageChoice />}
          <DisplayChoices />
        </div>
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
    <div className="grid gap-16">
      <fieldset className={classes.choice}>
        <legend>{i18n.t('Text size')}</legend>
        {textSizes.map(({ value, label, name }) => (
          <label key={value} title={i18n.t(name)}>
            <input type="radio" name={`${group}-size`} aria-label={i18n.t(name)} checked={size === value} onChange={() => choose(value)} />
            <span aria-hidden>{label}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className={classes.choice}>
        <legend>{i18n.t('Colour scheme')}</legend>
        {schemes.map(([value, label]) => (
          <label key={value}>
            <input type="radio" name={`${group}-scheme`} checked={colorScheme === value} onChange={() => setColorScheme(value)} />
            <span>{i18n.t(label)}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}
