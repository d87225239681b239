import { IconWifiOff } from '@tabler/icons-react';
import { formatDateTime } from './format.ts';
import classes from './KeptNote.module.css';

/** Says that what follows is what the device has of before, and from when. */
export function KeptNote({ keptAt }: { keptAt: number | undefined }) {
  if (keptAt === undefined) return null;
  return (
    <p className={classes.note} role="status">
      <IconWifiOff size={18} aria-hidden />
      No connection. As of {formatDateTime(keptAt)}, as this device has it.
    </p>
  );
}
