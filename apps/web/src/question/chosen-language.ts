import { type Language, languages } from '@abhyas/contract/bank/language-codes';
import { spokenLanguage } from '../platform/language.ts';

export interface AskedLanguage {
  language?: 'hi';
}

const KEY = 'question-language';

/** The language in which this device shows questions first; without a choice, that of the interface. */
export function readLanguage(): Language {
  try {
    return languages.find((language) => language === localStorage.getItem(KEY)) ?? spokenLanguage();
  } catch {
    return spokenLanguage();
  }
}

/** Asks a list of questions for their Hindi texts too, if the device shows questions in Hindi first. */
export const askedLanguage = (): AskedLanguage => (readLanguage() === 'hi' ? { language: 'hi' } : {});

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Without storage the choice holds until the page is left.
  }
}

export const languageNames: Record<Language, string> = { en: /*i18n*/ 'English', hi: /*i18n*/ 'Hindi' };
