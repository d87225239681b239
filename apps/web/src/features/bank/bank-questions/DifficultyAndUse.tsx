import type { BankContent } from '@abhyas/contract/bank/bank-content';
import forms from '../../../ui/forms.module.css';

type Fields = Pick<BankContent, 'difficulty' | 'for'>;

/** The difficulty of a question, and whether it is for papers or for practice. */
export function DifficultyAndUse({ of, onChange }: { of: Fields; onChange: (change: Partial<Fields>) => void }) {
  return (
    <>
      <label className="grid gap-4 text-14 font-medium">
        Difficulty
        <select
          className={forms.select}
          value={of.difficulty}
          onChange={(event) => onChange({ difficulty: Number(event.currentTarget.value) })}
        >
          {['1: recall', '2: one step', '3: two steps', '4: three steps', '5: hardest of an exam'].map((words, at) => (
            <option key={words} value={at + 1}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-4 text-14 font-medium">
        Use
        <select className={forms.select} value={of.for} onChange={(event) => onChange({ for: event.currentTarget.value as Fields['for'] })}>
          <option value="paper">Papers only</option>
          <option value="practice">Practice, with its answer</option>
        </select>
      </label>
    </>
  );
}
