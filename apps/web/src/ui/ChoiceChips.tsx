import { useId } from 'react';
import classes from './ChoiceChips.module.css';

interface Props {
  label: string;
  options: readonly { id: number; name: string }[];
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
  fault?: string | null;
}

/** A group of a few options of which several can be chosen. Each is a check box that is easy to hit. */
export function ChoiceChips({ label, options, chosen, onChange, fault = null }: Props) {
  const id = useId();
  return (
    <fieldset aria-describedby={fault ? id : undefined}>
      <legend className="mb-4 text-14 font-medium">{label}</legend>
      <div className="flex flex-wrap gap-8">
        {options.map((option) => (
          <label
            key={option.id}
            className={`inline-flex items-center gap-8 min-h-44 pr-16 pl-12 border border-line-strong rounded-pill bg-surface cursor-pointer ${classes.chip}`}
          >
            <input
              type="checkbox"
              checked={chosen.includes(option.id)}
              onChange={({ target }) => onChange(target.checked ? [...chosen, option.id] : chosen.filter((one) => one !== option.id))}
            />
            {option.name}
          </label>
        ))}
      </div>
      {fault && (
        <p id={id} role="alert" className="mt-4 font-medium text-incorrect">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
