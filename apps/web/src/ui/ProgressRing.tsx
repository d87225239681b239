import type { ReactNode } from 'react';
import classes from './ProgressRing.module.css';

interface Props {
  /** Whole percent. */
  value: number;
  /** Any CSS colour. */
  color: string;
  /** The name of the measured share: 'Progress'. */
  label: string;
  size?: number;
  /** Shown inside the ring instead of the percentage; `label` must then include the value. */
  children?: ReactNode;
}

/** A share of a whole as a ring, with its number inside. */
export function ProgressRing({ value, color, label, size = 56, children }: Props) {
  const stroke = size > 96 ? 9 : 5;
  const radius = (size - stroke) / 2;
  const around = 2 * Math.PI * radius;
  const share = Math.min(100, Math.max(0, value)) / 100;
  return (
    <div
      className="relative flex-none"
      style={{ width: size, height: size }}
      role="img"
      aria-label={children ? label : `${label}: ${value}%`}
    >
      <svg viewBox={`0 0 ${size} ${size}`} width={size} height={size} aria-hidden="true">
        <circle className="fill-none stroke-line" cx={size / 2} cy={size / 2} r={radius} strokeWidth={stroke} />
        {share > 0 && (
          <circle
            className={classes.part}
            cx={size / 2}
            cy={size / 2}
            r={radius}
            strokeWidth={stroke}
            stroke={color}
            strokeDasharray={`${share * around} ${around}`}
            transform={`rotate(-90 ${size / 2} ${size / 2})`}
          />
        )}
      </svg>
      <span className="absolute inset-0 grid place-items-center text-12 font-bold tabular">{children ?? `${value}%`}</span>
    </div>
  );
}
