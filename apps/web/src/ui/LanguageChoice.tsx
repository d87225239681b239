import { IconLanguage } from '@tabler/icons-react';
import { useId } from 'react';
import { changeLanguage } from '../platform/choose-language.ts';
import { messageOf } from '../platform/failure.ts';
import { i18n, type InterfaceLanguage, spokenLanguage } from '../platform/language.ts';
import classes from './DisplayMenu.module.css';
import { toast } from './toasts.ts';

/** Each language by its own name, which is not translated. */
const names: Record<InterfaceLanguage, string> = { en: 'English', hi: 'हिन्दी' };
const languages = ['hi', 'en'] as const;

const change = (language: InterfaceLanguage) => void changeLanguage(language).catch((error: unknown) => toast.error(messageOf(error)));

/** The language of the site: a choice of two. */
export function LanguageChoice() {
  const group = useId();
  return (
    <fieldset className={classes.choice}>
      <legend>{i18n.t('Language')}</legend>
      {languages.map((language) => (
        <label key={language}>
          <input type="radio" name={group} checked={spokenLanguage() === language} onChange={() => change(language)} />
          <span lang={language} data-language-name>
            {names[language]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** A button with the name of the other language, for headers. */
export function OtherLanguage() {
  const other = spokenLanguage() === 'hi' ? 'en' : 'hi';
  return (
    <button
      type="button"
      lang={other}
      data-language-name
      className={`inline-flex items-center gap-8 text-14 font-medium print:hidden! ${classes.language}`}
      onClick={() => change(other)}
    >
      <IconLanguage size={20} aria-hidden />
      {names[other]}
    </button>
  );
}
