import { useId } from 'react';
import classes from './ChoiceChips.module.css';

interface Props {
  label: string;
  options: readonly { id: number; name: string }[];
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
  fault?: string | null;
}

/** Several of a few: each a check box that is easy to hit. */
export function ChoiceChips({ label, options, chosen, onChange, fault = null }: Props) {
  const id = useId();
  return (
    <fieldset className={classes.root} aria-describedby={fault ? id : undefined}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.chips}>
        {options.map((option) => (
          <label key={option.id} className={classes.chip}>
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
        <p id={id} role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
    </fieldset>
  );
}
