import { setupI18n } from '@lingui/core';
import type { User } from './user.ts';

/** A language of the interface. English sentences are the keys of the catalogue, so that English needs none. */
type InterfaceLanguage = 'en' | 'hi';

const locales: Record<InterfaceLanguage, string> = { en: 'en-IN', hi: 'hi-IN' };
const KEY = 'language';

/** Sentences of the interface: `i18n.t('Saved at {time}', { time })`. Hindi is in the `hi.json` beside the code. */
export const i18n = setupI18n({ locale: locales.en, messages: { [locales.en]: {} } });
// The build has compiled every sentence with values (messages.ts).
if (import.meta.env?.PROD) i18n.setMessagesCompiler((message) => [message]);

/**
 * The language for a person: what was chosen on this device, otherwise the first language of the browser that the site speaks. The console of
 * staff is in English.
 */
export function languageOf(user: User | null): InterfaceLanguage {
  if (user && user.type !== 'Student' && user.type !== 'Guardian') return 'en';
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem(KEY);
  } catch {
    // The browser refuses storage: follow its languages.
  }
  const wanted = chosen ? [chosen] : navigator.languages.map((tag) => tag.slice(0, 2));
  return wanted.find((tag) => tag === 'en' || tag === 'hi') === 'hi' ? 'hi' : 'en';
}

/** Shows the interface in the language. Without a network Hindi may not load; the interface then stays in English. */
export async function speak(language: InterfaceLanguage): Promise<void> {
  if (language === 'hi') {
    const hindi = await import('./hindi.ts').catch(() => null);
    if (!hindi) return;
    i18n.load(locales.hi, hindi.sentences);
  }
  i18n.activate(locales[language]);
  document.documentElement.lang = locales[language];
}
