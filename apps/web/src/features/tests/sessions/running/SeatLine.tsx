import type { SeatVerdict } from '@abhyas/exam/tests/seat-verdict';
import { IconAccessPointOff, IconCpu, IconHelpCircle, IconServer } from '@tabler/icons-react';
import { i18n } from '../../../../platform/language.ts';
import { Notice } from '../../../../session/screen/Notice.tsx';
import { useSeatVerdict } from '../../../../session/screen/useSeatVerdict.ts';

const lines = {
  server: {
    icon: IconServer,
    text: /*i18n*/ 'The server is busy. It is neither your device nor your network. Your answers are kept on this device, and are sent by themselves.',
  },
  network: {
    icon: IconAccessPointOff,
    text: /*i18n*/ 'The network is slow or away. Carry on: your answers are kept on this device, and are sent by themselves.',
  },
  device: { icon: IconCpu, text: /*i18n*/ 'This device is slow to respond. Close other programs and tabs.' },
  unclear: {
    icon: IconHelpCircle,
    text: /*i18n*/ 'The server is not reached: the network or the server is away. Your answers are kept on this device, and are sent by themselves.',
  },
} as const satisfies Record<Exclude<SeatVerdict, 'healthy'>, unknown>;

/** One line that says why the test is slow, and nothing while the seat is healthy. */
export default function SeatLine({ session_id, hasInvigilator }: { session_id: number | null; hasInvigilator: boolean }) {
  const verdict = useSeatVerdict(hasInvigilator ? session_id : null);
  if (verdict === 'healthy') return null;
  const { icon, text } = lines[verdict];
  const help = hasInvigilator && verdict === 'device' && i18n.t('If it stays so, your invigilator can move you to another machine.');
  return (
    <div className="mb-12">
      <Notice tone="plain" icon={icon} role="status" text={[i18n.t(text), help].filter(Boolean).join(' ')} />
    </div>
  );
}
