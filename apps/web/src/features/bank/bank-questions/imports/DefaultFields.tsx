import type { ImportDefaults } from '@abhyas/contract/bank/question-imports';
import type { Value } from '@abhyas/contract/endpoint';
import forms from '../../../../ui/forms.module.css';

type Defaults = Value<typeof ImportDefaults>;

/** Difficulty and use of questions for which a file names none. */
export function DefaultFields({ defaults, onChange }: { defaults: Defaults; onChange: (defaults: Defaults) => void }) {
  return (
    <>
      <label className={forms.label}>
        Difficulty
        <select
          className={forms.select}
          value={defaults.difficulty}
          onChange={(event) => onChange({ ...defaults, difficulty: Number(event.currentTarget.value) })}
        >
          {['1: recall', '2: one step', '3: two steps', '4: three steps', '5: hardest of an exam'].map((words, at) => (
            <option key={words} value={at + 1}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label className={forms.label}>
        Use
        <select
          className={forms.select}
          value={defaults.for}
          onChange={(event) => onChange({ ...defaults, for: event.currentTarget.value as Defaults['for'] })}
        >
          <option value="paper">Papers only</option>
          <option value="practice">Practice, with its answer</option>
        </select>
      </label>
    </>
  );
}
