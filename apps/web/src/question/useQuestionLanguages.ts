import type { Language } from '@abhyas/contract/bank/language-codes';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { serverNow } from '../platform/clock.ts';
import { serverWords } from '../platform/call.ts';
import { i18n } from '../platform/language.ts';
import { toast } from '../ui/toasts.ts';
import { readLanguage } from './chosen-language.ts';
import type { QuestionLanguages, Translated } from './languages.ts';
import type { QuestionContent } from './question-content.ts';

/** The language that the student has chosen for all questions, and for single ones. */
function useChosenLanguages(first: () => Language = readLanguage) {
  const [byDefault] = useState(first);
  const [chosen, setChosen] = useState<ReadonlyMap<number, Language>>(new Map());
  const choose = useCallback((id: number, language: Language) => setChosen((before) => new Map(before).set(id, language)), []);
  const languageOf = useCallback((id: number) => chosen.get(id) ?? byDefault, [chosen, byDefault]);
  return { choose, languageOf, isHindiWanted: byDefault === 'hi' || [...chosen.values()].includes('hi') };
}

/**
 * The languages of questions in a list, which one call hands out with their texts. `ask` fetches the list again, with its Hindi. `first` gives
 * the language that questions are shown in first, by default that of the device.
 */
export function useListLanguages(
  texts: Translated | undefined,
  isListed: boolean,
  ask: () => void,
  first?: () => Language,
): QuestionLanguages {
  const { choose, languageOf, isHindiWanted } = useChosenLanguages(first);
  const isLacking = isListed && isHindiWanted && texts === undefined;
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (isHindiWanted) void import('./devanagari.ts').then(({ keepDevanagari }) => keepDevanagari());
  }, [isHindiWanted]);
  useEffect(() => {
    if (isLacking) askNow();
  }, [isLacking]);
  return useMemo(() => ({ languageOf, choose, texts: texts ?? null }), [languageOf, choose, texts]);
}

/**
 * The languages of a session's questions: the default one, and that of each question whose language the student has changed. The texts are
 * loaded when Hindi is first wanted. Null for a session of which no question has another language.
 */
export function useQuestionLanguages(
  session_id: number | null | undefined,
  questions: readonly QuestionContent[],
  isReview: boolean,
): QuestionLanguages | null {
  const { choose, languageOf, isHindiWanted } = useChosenLanguages();
  const [texts, setTexts] = useState<Translated | null>(null);
  const isTranslated = useMemo(() => questions.some(({ also_in = [] }) => also_in.length > 0), [questions]);
  const isNeeded = isTranslated && !!session_id && isHindiWanted && texts === null;

  useEffect(() => {
    if (!isNeeded || !session_id) return;
    let isLeft = false;
    const load = () =>
      import('./load-translations.ts')
        .then(({ loadTranslations }) => loadTranslations(session_id, isReview, serverNow()))
        .then(
          (loaded) => !isLeft && setTexts(loaded),
          (failure: unknown) =>
            !isLeft &&
            toast.error(serverWords(failure) ?? i18n.t('The Hindi text could not be loaded. It is shown once there is a connection.')),
        );
    void load();
    addEventListener('online', load);
    return () => {
      isLeft = true;
      removeEventListener('online', load);
    };
  }, [isNeeded, session_id, isReview]);

  return useMemo(() => (isTranslated ? { languageOf, choose, texts } : null), [isTranslated, languageOf, choose, texts]);
}
