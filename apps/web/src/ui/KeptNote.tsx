import { i18n } from '../platform/language.ts';
import { IconWifiOff } from '@tabler/icons-react';
import { formatDateTime } from './format.ts';
import text from './text.module.css';
import classes from './KeptNote.module.css';
import layoutStyles from './layout.module.css';

/** Says that the content below was kept on the device, and when. */
export function KeptNote({ keptAt }: { keptAt: number | undefined }) {
  if (keptAt === undefined) return null;
  return (
    <p className={`${layoutStyles.row8} ${text.soft} ${layoutStyles.onScreen} ${classes.note}`} role="status">
      <IconWifiOff size={18} aria-hidden />
      {i18n.t('No connection. As of {keptAt}, as this device has it.', { keptAt: formatDateTime(keptAt) })}
    </p>
  );
}
