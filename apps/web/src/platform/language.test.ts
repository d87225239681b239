import { Problem } from '@abhyas/contract/problem';
import { say, Sentence } from '@abhyas/exam/institute/sentence';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NetworkFailure } from './call.ts';
import { messageOf } from './failure.ts';
import hindi from './hi.json' with { type: 'json' };
import { i18n, idOfName, keepLanguage, languageOf, named, translated, unsavedLanguage } from './language.ts';
import { storageInMemory } from './testing/storage.ts';
import type { User } from './user.ts';

const person = (type: User['type'], language: User['language']) => ({ type, language }) as User;

describe('the language of the interface', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', storageInMemory());
    vi.stubGlobal('navigator', { languages: ['ta-IN', 'hi-IN', 'en'] });
  });
  afterEach(() => vi.unstubAllGlobals());

  test('of a visitor is the first language of the browser that the site speaks, until the visitor chooses one', () => {
    expect(languageOf(null)).toBe('hi');
    keepLanguage('en', true);
    expect(languageOf(null)).toBe('en');
  });

  test('of an account counts before that of the device', () => {
    keepLanguage('hi', false);
    expect(languageOf(person('Student', 'en'))).toBe('en');
    expect(languageOf(person('Guardian', null))).toBe('hi');
  });

  test('of a sign-in with an institute’s code is that of the device, then that of the account', () => {
    const bound: User = { ...person('Student', 'hi'), reach: 'membership' };
    expect(languageOf(bound)).toBe('hi');
    keepLanguage('en', true);
    expect(languageOf(bound)).toBe('en');
  });

  test('of staff is English', () => {
    expect(languageOf(person('Teacher', 'hi'))).toBe('en');
  });

  test('is kept for the account if a visitor chose it, and not if the account already has it', () => {
    expect(unsavedLanguage()).toBeNull();
    keepLanguage('hi', true);
    expect(unsavedLanguage()).toBe('hi');
    keepLanguage('en', false);
    expect(unsavedLanguage()).toBeNull();
  });
});

describe('a sentence of the server', () => {
  afterEach(() => i18n.activate('en-IN'));
  const inHindi = () => i18n.loadAndActivate({ locale: 'hi-IN', messages: hindi });
  const results = say`The results of ${'Mock 1'} are published.`;

  test('stays in English as the server wrote it', () => {
    expect(translated(results.text, [results])).toBe('The results of Mock 1 are published.');
  });

  test('is shown in Hindi by its pattern, with its words filled in', () => {
    inHindi();
    expect(translated(results.text, [results])).toBe('Mock 1 के परिणाम प्रकाशित हो गए हैं।');
    expect(translated('Results are out')).toBe('परिणाम आ गए हैं');
  });

  test('has its words in Hindi where they are sentences or times themselves', () => {
    inHindi();
    const counted = say`Counted as ${'absent'}`;
    expect(translated(counted.text, [counted])).toBe('अनुपस्थित गिना गया');
    const moved = say`${'Optics'} is now on ${'Mon, 12 Jan, 10:00 am'}.`;
    expect(translated(moved.text, [moved])).toBe('Optics अब सोम, 12 जनवरी, 10:00 am पर है।');
  });

  test('that the catalogue does not have stays as the server wrote it', () => {
    inHindi();
    expect(translated('A new kind of news')).toBe('A new kind of news');
    const unknown = new Sentence('A new kind of {0}', { 0: 'news' });
    expect(translated(unknown.text, [unknown])).toBe('A new kind of news');
  });

  test('is shown in Hindi if it is a refusal, with or without a text of its own, or a failure of the network', () => {
    inHindi();
    expect(messageOf(new Problem('wait_for_code', { seconds: '20' }))).toBe('दूसरा कोड माँगने से पहले 20 सेकंड रुकें।');
    expect(messageOf(new Problem('not_possible', say`A note is text only.`))).toBe('नोट में सिर्फ़ लिखा हुआ हो सकता है।');
    expect(messageOf(new NetworkFailure(false, null))).toBe('नेटवर्क में गड़बड़ी है, कृपया थोड़ी देर बाद फिर कोशिश करें।');
  });
});

describe('a name of the product', () => {
  const inHindi = () =>
    i18n.loadAndActivate({ locale: 'hi-IN', messages: { ...hindi, Solutions: 'हल', [idOfName('Solutions')]: 'विलयन' } });
  afterEach(() => i18n.activate('en-IN'));

  test('is shown in Hindi apart from the sentence with the same words, also inside a sentence of the server', () => {
    inHindi();
    expect([named('Solutions'), i18n.t('Solutions')]).toEqual(['विलयन', 'हल']);
    const results = say`The results of ${'Solutions'} are published.`;
    expect(translated(results.text, [results])).toBe('विलयन के परिणाम प्रकाशित हो गए हैं।');
  });

  test('stays as it is if an institute gave it, and in English every name does', () => {
    expect(named('Solutions')).toBe('Solutions');
    inHindi();
    expect(named('Weekly test 1')).toBe('Weekly test 1');
  });
});
