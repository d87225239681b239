import { i18n } from '../platform/language.ts';
import { IconWifiOff } from '@tabler/icons-react';
import { formatDateTime } from './format.ts';

/** Says that the content below was kept on the device, and when. */
export function KeptNote({ keptAt }: { keptAt: number | undefined }) {
  if (keptAt === undefined) return null;
  return (
    <p className="flex items-center gap-8 mb-16 text-14 leading-text text-ink-soft print:hidden!" role="status">
      <IconWifiOff size={18} aria-hidden />
      {i18n.t('No connection. As of {keptAt}, as this device has it.', { keptAt: formatDateTime(keptAt) })}
    </p>
  );
}
