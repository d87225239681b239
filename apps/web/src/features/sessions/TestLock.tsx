import { lockTestByOtp, unlockTestByOtp } from '@abhyas/contract/institute';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../platform/call.ts';
import { messageOf } from '../../platform/failure.ts';
import type { SessionEngine } from '../../session/engine/session-engine.ts';
import { isPassing } from '../../session/screen/useLeaveOnRefusal.ts';
import { CODE_LENGTH, SixDigits } from '../../ui/SixDigits.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from './RunningTest.module.css';
import { BlockingModal } from '../../ui/BlockingModal.tsx';

interface TestLockProps {
  paperId: number;
  engine: SessionEngine;
  /** Leaving the window locks the test. */
  canLock: boolean;
  isLockedAtFirst: boolean;
}

/**
 * Locks an institute's test when its window is left, and asks for the institute's code. Only the server locks: where it cannot be
 * told, or is busy, the absence is noted and sent later.
 */
export function TestLock({ paperId, engine, canLock, isLockedAtFirst }: TestLockProps) {
  const [isLocked, setLocked] = useState(isLockedAtFirst);
  const isLeft = useRef(false);

  useEffect(() => {
    if (!canLock || isLocked) return;
    const leave = () => {
      if (isLeft.current) return;
      isLeft.current = true;
      call(lockTestByOtp, { id: paperId }, { keepalive: true }).then(
        ({ is_otp_required }) => setLocked(is_otp_required),
        (failure: unknown) => {
          if (isPassing(failure)) engine.noteAbsence();
        },
      );
    };
    const comeBack = () => {
      isLeft.current = false;
    };
    addEventListener('blur', leave);
    addEventListener('focus', comeBack);
    return () => {
      removeEventListener('blur', leave);
      removeEventListener('focus', comeBack);
    };
  }, [canLock, isLocked, paperId, engine]);

  return isLocked ? <UnlockDialog paperId={paperId} onUnlocked={() => setLocked(false)} /> : null;
}

function UnlockDialog({ paperId, onUnlocked }: { paperId: number; onUnlocked: () => void }) {
  const [otp, setOtp] = useState('');
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const unlock = async (code: string) => {
    if (code.length !== CODE_LENGTH) {
      toast.error('Otp must be 6 digits.');
      return;
    }
    setBusy(true);
    try {
      const { message } = await call(unlockTestByOtp, { id: paperId, otp: code });
      toast.success(message);
      onUnlocked();
    } catch (failure) {
      toast.error(messageOf(failure, 'Invalid Otp.'));
      setOtp('');
      setTries((count) => count + 1);
    }
    setBusy(false);
  };
  return (
    <BlockingModal title="This test is locked">
      <p className={styles.lockText}>
        The window of the test was left. Ask your institute for the code to go on. Your answers are saved, and the clock runs.
      </p>
      <SixDigits
        key={tries}
        value={otp}
        onChange={setOtp}
        onComplete={(code) => void unlock(code)}
        isBusy={isBusy}
        isWrong={tries > 0 && otp === ''}
      />
      <div className={styles.lockActions}>
        <Button loading={isBusy} disabled={otp.length !== CODE_LENGTH} onClick={() => void unlock(otp)}>
          Verify
        </Button>
      </div>
    </BlockingModal>
  );
}
