import classes from './Bar.module.css';

interface Props {
  /** Whole percent. */
  value: number;
  color: string;
  /** The name of the share. Without it the number must be written beside the bar, which screen readers then skip. */
  label?: string;
}

/** A share of a whole as a thin bar. */
export function Bar({ value, color, label }: Props) {
  const share = Math.min(100, Math.max(0, value));
  const named = label ? { role: 'img', 'aria-label': `${label}: ${value}%` } : { 'aria-hidden': true };
  return (
    <div className={`${classes.root} h-6 overflow-hidden rounded-[3px] bg-line [print-color-adjust:exact]`} {...named}>
      <div style={{ width: `${share}%`, background: color }} />
    </div>
  );
}
