import { setupI18n } from '@lingui/core';
import type { Pattern } from '@abhyas/exam/institute/sentence';
import { languages } from '@abhyas/contract/institute/profile';
import type { User } from './user.ts';

/** A language of the interface. English sentences are the keys of the catalogue, so that English needs none. */
export type InterfaceLanguage = (typeof languages)[number];

const locales: Record<InterfaceLanguage, string> = { en: 'en-IN', hi: 'hi-IN' };
const KEY = 'language';
/** Exists while the account does not know the choice. */
const UNSAVED = 'language-unsaved';

/** Sentences of the interface: `i18n.t('Saved at {time}', { time })`. Hindi is in the `hi.json` beside the code. */
export const i18n = setupI18n({ locale: locales.en, messages: { [locales.en]: Object.create(null) } });
// The build has compiled every sentence with values (compile-sentences.ts).
if (import.meta.env?.PROD) i18n.setMessagesCompiler((message) => [message]);

/** Whether the person chooses the language: everybody except staff, whose console is in English. */
export const choosesLanguage = (user: User | null): boolean => !user || user.type === 'Student' || user.type === 'Guardian';

/**
 * The language for a person: that of the account, then what was chosen on this device, then the first language of the browser that the site
 * speaks. A sign-in with an institute's code cannot change the account, so there the choice of the device comes first.
 */
export function languageOf(user: User | null): InterfaceLanguage {
  if (!choosesLanguage(user)) return 'en';
  const ofAccount = user?.language ?? null;
  let ofDevice: string | null = null;
  try {
    ofDevice = localStorage.getItem(KEY);
  } catch {
    // The browser refuses storage: follow its languages.
  }
  const chosen = user?.reach === 'membership' ? (ofDevice ?? ofAccount) : (ofAccount ?? ofDevice);
  const wanted = chosen ? [chosen] : navigator.languages.map((tag) => tag.slice(0, 2));
  return wanted.find((tag) => tag === 'en' || tag === 'hi') === 'hi' ? 'hi' : 'en';
}

let wanted: InterfaceLanguage = 'en';

/** Shows the interface in the language. Without a network Hindi may not load; the interface then stays in English. */
export async function speak(language: InterfaceLanguage): Promise<void> {
  wanted = language;
  if (language === 'hi') {
    const hindi = await import('./hindi.ts').catch(() => null);
    // The person may have changed the language while Hindi was loading.
    if (!hindi || wanted !== language) return;
    i18n.load(locales.hi, hindi.sentences);
  }
  i18n.activate(locales[language]);
  document.documentElement.lang = locales[language];
}

export const spokenLanguage = (): InterfaceLanguage => (i18n.locale === locales.hi ? 'hi' : 'en');

/** Keeps the language on the device; `isUnsaved` until the account of the person knows it. */
export function keepLanguage(language: InterfaceLanguage, isUnsaved: boolean): void {
  try {
    localStorage.setItem(KEY, language);
    if (isUnsaved) localStorage.setItem(UNSAVED, 'true');
    else localStorage.removeItem(UNSAVED);
  } catch {
    // Without storage the choice holds until the page is left.
  }
}

/** The language that a visitor chose and that no account knows yet. */
export function unsavedLanguage(): InterfaceLanguage | null {
  try {
    const kept = localStorage.getItem(KEY);
    return localStorage.getItem(UNSAVED) === null ? null : (languages.find((language) => language === kept) ?? null);
  } catch {
    return null;
  }
}

const hasSentence = (id: string) => Object.hasOwn(i18n.messages, id);
const filled = ({ pattern, words }: Pattern) => pattern.replaceAll(/\{(\w+)\}/g, (gap, name: string) => words[name] ?? gap);
/** 'Mon, 12 Jan, 10:00'. */
const moment = /^(?:\p{L}+,? )?\d{1,2} \p{L}+, \d{1,2}:\d\d/u;

/** The id of a name in the catalogue, where the chapter "Solutions" and the word stand apart. */
export const idOfName = (name: string): string => `name ${name}`; // not translated: an id

/** The product's name of a chapter, topic, paper or plan in the language of the interface; a name that an institute gave stays as it is. */
export const named = (name: string): string => (hasSentence(idOfName(name)) ? i18n.t(idOfName(name)) : name);

/** A sentence of the server in the language of the interface; as the server wrote it, if the catalogue does not have it. */
export function translated(text: string, said: readonly Pattern[] = []): string {
  if (hasSentence(text)) return i18n.t(text);
  // A list of names: 'Physics, Maths'.
  if (/^\p{L}+(?:, \p{L}+)+$/u.test(text))
    return text
      .split(', ')
      .map((name) => translated(name))
      .join(', ');
  const known = said.find((one) => hasSentence(one.pattern) && filled(one) === text);
  if (!known) return moment.test(text) ? text.replaceAll(/\p{L}+/gu, (word) => (hasSentence(word) ? i18n.t(word) : word)) : text;
  const words = Object.entries(known.words).map(([gap, word]) => [gap, hasSentence(idOfName(word)) ? named(word) : translated(word, said)]);
  return i18n.t(known.pattern, Object.fromEntries(words));
}
