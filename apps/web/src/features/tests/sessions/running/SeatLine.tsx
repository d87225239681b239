import type { SeatVerdict } from '@abhyas/exam/tests/seat-verdict';
import { IconAccessPointOff, IconCpu, IconHelpCircle, IconServer } from '@tabler/icons-react';
import { Notice } from '../../../../session/screen/Notice.tsx';
import { useSeatVerdict } from '../../../../session/screen/useSeatVerdict.ts';
import layout from '../../../../ui/layout.module.css';

const kept = 'Your answers are kept on this device, and are sent by themselves.';
const lines = {
  server: { icon: IconServer, text: `The server is busy. It is neither your device nor your network. ${kept}` },
  network: { icon: IconAccessPointOff, text: `The network is slow or away. Carry on: ${kept[0]?.toLowerCase()}${kept.slice(1)}` },
  device: { icon: IconCpu, text: 'This device is slow to respond. Close other programs and tabs.' },
  unclear: { icon: IconHelpCircle, text: `The server is not reached: the network or the server is away. ${kept}` },
} as const satisfies Record<Exclude<SeatVerdict, 'healthy'>, unknown>;

/** One line that says why the test is slow, and nothing while the seat is healthy. */
export default function SeatLine({ session_id, hasInvigilator }: { session_id: number | null; hasInvigilator: boolean }) {
  const verdict = useSeatVerdict(hasInvigilator ? session_id : null);
  if (verdict === 'healthy') return null;
  const { icon, text } = lines[verdict];
  const help = hasInvigilator && verdict === 'device' ? ' If it stays so, your invigilator can move you to another machine.' : '';
  return (
    <div className={layout.below12}>
      <Notice tone="plain" icon={icon} role="status" text={text + help} />
    </div>
  );
}
