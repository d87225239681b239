import { LookMark } from '../../session/LookMark.tsx';
import { lookWords, testLooks } from '../../session/looks.ts';
import classes from './PaletteLegend.module.css';

/** The five states of the palette, as the test draws them: told apart by shape as well as colour. */
export function PaletteLegend() {
  return (
    <ul className={classes.root}>
      {testLooks.map((look) => (
        <li key={look}>
          <LookMark look={look} size="legend" />
          {lookWords[look]}
          {look === 'answered_marked' && ': it counts'}
        </li>
      ))}
    </ul>
  );
}
