import { type Language, languages } from '@abhyas/contract/bank/language-codes';
import { spokenLanguage } from '../platform/language.ts';

const KEY = 'question-language';

/** The language in which this device shows questions first; without a choice, that of the interface. */
export function readLanguage(): Language {
  try {
    return languages.find((language) => language === localStorage.getItem(KEY)) ?? spokenLanguage();
  } catch {
    return spokenLanguage();
  }
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Without storage the choice holds until the page is left.
  }
}

export const languageNames: Record<Language, string> = { en: /*i18n*/ 'English', hi: /*i18n*/ 'Hindi' };
