import { useEffect, useState } from 'react';
import { onLeaveAsked } from '../../platform/leaving.ts';
import { onDemand } from '../../ui/on-demand.tsx';

const LeaveDialog = onDemand(() => import('./LeaveDialog.tsx'), { close: ({ onStay }) => onStay() });

/** Logs out when the menu or a page requests it. */
export function Leaving({ personId }: { personId: number }) {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => onLeaveAsked(() => setLeaving(true)), []);
  if (!isLeaving) return null;
  return <LeaveDialog studentId={personId} onStay={() => setLeaving(false)} />;
}
