import { lockTestByOtp, unlockTestByOtp } from '@abhyas/contract/tests/test-codes';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { serverNow } from '../../../../platform/clock.ts';
import { messageOf } from '../../../../platform/failure.ts';
import { i18n } from '../../../../platform/language.ts';
import type { SessionEngine } from '../../../../session/engine/session-engine.ts';
import { isPassing } from '../../../../session/screen/useLeaveOnRefusal.ts';
import { CODE_LENGTH } from '../../../../ui/code-length.ts';
import { SixDigits } from '../../../../ui/SixDigits.tsx';
import { formatTime } from '../../../../ui/format.ts';
import { toast } from '../../../../ui/toasts.ts';
import { BlockingModal } from '../../../../ui/BlockingModal.tsx';

interface TestLockOptions {
  paperId: number;
  engine: SessionEngine;
  /** Whether leaving the window locks the test. */
  canLock: boolean;
  lockedAt: string | null;
  isLockedAtFirst: boolean;
}

interface TestLock {
  isLocked: boolean;
  /** When the student left the window; null if the time is unknown. */
  lockedAt: string | number | null;
  unlock: () => void;
}

/**
 * Locks an institute's test when the student leaves its window. Only the server can lock; if it is busy or cannot be reached, the absence
 * is recorded and sent later.
 */
export function useTestLock({ paperId, engine, canLock, lockedAt, isLockedAtFirst }: TestLockOptions): TestLock {
  const [lock, setLock] = useState<Omit<TestLock, 'unlock'>>({ isLocked: isLockedAtFirst, lockedAt });
  const isLeft = useRef(false);
  const { isLocked } = lock;

  // A page from before an upgrade could not fetch them any more when they are needed.
  useEffect(() => {
    if (canLock) void SixDigits.preload();
  }, [canLock]);

  useEffect(() => {
    if (!canLock || isLocked) return;
    const leave = () => {
      if (isLeft.current) return;
      isLeft.current = true;
      const leftAt = serverNow();
      call(lockTestByOtp, { id: paperId }, { keepalive: true }).then(
        ({ is_otp_required }) => setLock({ isLocked: is_otp_required, lockedAt: leftAt }),
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

  return { ...lock, unlock: () => setLock({ isLocked: false, lockedAt: null }) };
}

interface UnlockDialogProps {
  paperId: number;
  lockedAt: string | number | null;
  onUnlocked: () => void;
  onEnd: () => void;
}

/** Asks for the institute's code. The question is not rendered behind the dialog; the test can still be ended. */
export function UnlockDialog({ paperId, lockedAt, onUnlocked, onEnd }: UnlockDialogProps) {
  const [otp, setOtp] = useState('');
  const [tries, setTries] = useState(0);
  const [refusal, setRefusal] = useState('');
  const [isBusy, setBusy] = useState(false);
  const unlock = async (code: string) => {
    if (code.length !== CODE_LENGTH) {
      setRefusal(i18n.t('Otp must be 6 digits.'));
      return;
    }
    setBusy(true);
    setRefusal('');
    try {
      const { message } = await call(unlockTestByOtp, { id: paperId, otp: code });
      toast.success(message);
      onUnlocked();
    } catch (failure) {
      setRefusal(messageOf(failure, i18n.t('Invalid Otp.')));
      setOtp('');
      setTries((count) => count + 1);
    }
    setBusy(false);
  };
  return (
    <BlockingModal title={i18n.t('This test is locked')}>
      <p className="mb-16 leading-reading">
        {lockedAt === null
          ? i18n.t('You left this screen. Ask your invigilator for the code. Your answers are saved, and the clock runs.')
          : i18n.t('You left this screen at {time}. Ask your invigilator for the code. Your answers are saved, and the clock runs.', {
              time: formatTime(lockedAt),
            })}
      </p>
      <SixDigits
        key={tries}
        value={otp}
        onChange={setOtp}
        onComplete={(code) => void unlock(code)}
        isBusy={isBusy}
        isWrong={tries > 0 && otp === ''}
      />
      <p className="min-h-[1.5em] mt-12 text-14 text-incorrect" role="alert">
        {refusal}
      </p>
      <div className="flex justify-end mt-24">
        <Button variant="default" className="mr-auto" onClick={onEnd}>
          {i18n.t('End Test')}
        </Button>
        <Button loading={isBusy} disabled={otp.length !== CODE_LENGTH} onClick={() => void unlock(otp)}>
          {i18n.t('Verify')}
        </Button>
      </div>
    </BlockingModal>
  );
}
