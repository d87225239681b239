import { languages as codes } from '@abhyas/contract/bank/language-codes';
import { useState } from 'react';
import { i18n } from '../../../platform/language.ts';
import { languageNames, readLanguage, rememberLanguage } from '../../../question/chosen-language.ts';
import card from '../../../ui/card.module.css';

/** The language in which the questions of a test are shown first, with the rule for a difference. */
export function LanguageChoice() {
  const [language, setLanguage] = useState(readLanguage);
  return (
    <section className={`${card.card} grid gap-12`} aria-labelledby="language">
      <h2 id="language">{i18n.t('Language of the questions')}</h2>
      <div role="radiogroup" aria-label={i18n.t('Default language')} className="flex flex-wrap gap-8">
        {codes.map((code) => (
          <label key={code} className="inline-flex items-center gap-8">
            <input
              type="radio"
              name="question-language"
              checked={language === code}
              onChange={() => {
                setLanguage(code);
                rememberLanguage(code);
              }}
            />
            {i18n.t(languageNames[code])}
          </label>
        ))}
      </div>
      <p className="text-14 text-ink-soft">
        {i18n.t(
          '“View in” above a question changes its language at any time; your answer, its place and the time stay as they are. If the two versions of a question differ, the English version counts.',
        )}
      </p>
    </section>
  );
}
