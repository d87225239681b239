import classes from './CodeBoxes.module.css';
import type { CodeBoxesProps } from './CodeBoxes.tsx';
import { onDemand } from './on-demand.tsx';

/** `CodeBoxes`, loaded when they are shown: a running test asks for a code only when it is locked or the sign-in has ended. */
export const SixDigits = onDemand<CodeBoxesProps>(() => import('./CodeBoxes.tsx'), { fallback: <div className={classes.space} /> });
