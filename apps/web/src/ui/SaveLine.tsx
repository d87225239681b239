import { IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react';

const words = {
  saved: 'Saved',
  waiting: 'Saving soon',
  saving: 'Saving',
  unsaved: 'Not saved yet: kept on this device',
  offline: 'Not saved yet: kept on this device until there is a connection',
  refused: 'Not saved yet: kept on this device',
  stale: 'Not saved: kept on this device',
} as const;

/** Where the changes of a draft of staff are: on the server, on their way, on the device, or on the page alone if the device is full. */
export function SaveLine({ save, isKept }: { save: keyof typeof words; isKept: boolean }) {
  const Icon = save === 'saved' ? IconCloudCheck : save === 'waiting' || save === 'saving' ? IconCloudUp : IconCloudOff;
  const isOnPageOnly = !isKept && save !== 'saved';
  return (
    <div role="status" className="inline-flex items-center gap-8 text-14 text-ink-soft">
      <Icon size={20} aria-hidden />{' '}
      {isOnPageOnly ? 'Not saved yet, and this device has no room to keep it: stay on this page until it is saved' : words[save]}
    </div>
  );
}
