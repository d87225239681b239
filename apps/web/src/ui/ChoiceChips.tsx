import { useId } from 'react';
import text from './text.module.css';
import classes from './ChoiceChips.module.css';
import layoutStyles from './layout.module.css';

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
      <legend className={`${text.labelMedium} ${classes.label}`}>{label}</legend>
      <div className={layoutStyles.cluster8}>
        {options.map((option) => (
          <label key={option.id} className={`${layoutStyles.inline8} ${classes.chip}`}>
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
