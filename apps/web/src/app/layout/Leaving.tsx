import { lazy, Suspense, useEffect, useState } from 'react';
import { onLeaveAsked } from '../../platform/leaving.ts';

const LeaveDialog = lazy(() => import('./LeaveDialog.tsx'));

/** Logs out once the menu or a page asks for it. */
export function Leaving({ personId }: { personId: number }) {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => onLeaveAsked(() => setLeaving(true)), []);
  if (!isLeaving) return null;
  return (
    <Suspense>
      <LeaveDialog studentId={personId} onStay={() => setLeaving(false)} />
    </Suspense>
  );
}
