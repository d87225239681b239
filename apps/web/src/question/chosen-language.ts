import { type Language, languages } from '@abhyas/contract/bank/language-codes';

const KEY = 'question-language';

/** The language in which this device shows questions first; English without a choice. */
export function readLanguage(): Language {
  try {
    return languages.find((language) => language === localStorage.getItem(KEY)) ?? 'en';
  } catch {
    return 'en';
  }
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Without storage the choice holds until the page is left.
  }
}

export const languageNames: Record<Language, string> = { en: 'English', hi: 'Hindi' };
