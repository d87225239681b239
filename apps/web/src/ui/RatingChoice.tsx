import { i18n } from '../platform/language.ts';
import { IconMoodCry, IconMoodEmpty, IconMoodHappy, IconMoodSad, IconMoodSmile, type TablerIcon } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './RatingChoice.module.css';

const levels: readonly (readonly [TablerIcon, string])[] = [
  [IconMoodCry, /*i18n*/ 'Very bad'],
  [IconMoodSad, /*i18n*/ 'Bad'],
  [IconMoodEmpty, /*i18n*/ 'Fair'],
  [IconMoodSmile, /*i18n*/ 'Good'],
  [IconMoodHappy, /*i18n*/ 'Very good'],
];

interface Props {
  legend: string;
  /** From 1 to 5; null while none is chosen. */
  value: number | null;
  onChange: (rating: number) => void;
  /** The message about a wrong or missing choice. */
  error?: string | undefined;
}

/** A rating of five levels, each a face with its word. */
export function RatingChoice({ legend, value, onChange, error }: Props) {
  const name = useId();
  return (
    <fieldset className={classes.root} data-faulty={error ? true : undefined} aria-describedby={error ? `${name}-error` : undefined}>
      <legend>{legend}</legend>
      <div className="grid grid-cols-5 gap-8">
        {levels.map(([Icon, word], index) => (
          <label key={word} className={`grid gap-4 border border-line-strong rounded-control text-12 text-ink-soft ${classes.level}`}>
            <input type="radio" name={name} checked={value === index + 1} onChange={() => onChange(index + 1)} />
            <Icon size={32} stroke={1.6} aria-hidden />
            <span>{i18n.t(word)}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} className="mt-8 text-14 text-incorrect" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
