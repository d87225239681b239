import { languages as codes } from '@abhyas/contract/bank/language-codes';
import { i18n } from '../platform/language.ts';
import { languageNames } from './chosen-language.ts';
import type { QuestionLanguages } from './languages.ts';
import styles from './ViewIn.module.css';

/** The language of one question, as on the screen of the real exam. Answer, time and place stay as they are. */
export function ViewIn({ id, languages }: { id: number; languages: QuestionLanguages }) {
  const language = languages.languageOf(id);
  const isWaited = language !== 'en' && languages.texts === null;
  return (
    <label className={`flex items-center gap-8 text-14 text-ink-soft ${styles.view}`}>
      {i18n.t('View in')}
      <select
        value={language}
        aria-busy={isWaited || undefined}
        onChange={(event) => {
          const chosen = codes.find((code) => code === event.currentTarget.value);
          if (chosen) languages.choose(id, chosen);
        }}
      >
        {codes.map((code) => (
          <option key={code} value={code}>
            {i18n.t(languageNames[code])}
          </option>
        ))}
      </select>
    </label>
  );
}
