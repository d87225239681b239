import { i18n } from '../../platform/language.ts';
import { StatusIcon } from './StatusIcon.tsx';
import { statusLabels, testStatuses } from './question-status.ts';
import classes from './PaletteLegend.module.css';

/** The five states of the palette as a test draws them, each with its own shape and colour. */
export function PaletteLegend() {
  return (
    <ul className={classes.root}>
      {testStatuses.map((status) => (
        <li key={status}>
          <StatusIcon status={status} size="legend" />
          {i18n.t(statusLabels[status])}
          {status === 'answered_marked' && `: ${i18n.t('it counts')}`}
        </li>
      ))}
    </ul>
  );
}
