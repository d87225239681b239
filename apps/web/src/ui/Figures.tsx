import type { ReactNode } from 'react';
import classes from './Figures.module.css';

interface Props {
  /** Name and value, in reading order. */
  figures: readonly (readonly [name: string, value: ReactNode])[];
  size?: 'small' | 'large';
}

/** A few named numbers in a row. */
export function Figures({ figures, size = 'small' }: Props) {
  return (
    <dl className={`flex flex-wrap ${classes.root}`} data-size={size}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
