import { noticeAt, timerTone } from '@abhyas/exam/tests/clock';
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { i18n } from '../../platform/language.ts';
import { formatLongDuration, formatTimer } from '../../ui/format.ts';
import type { SessionEngine } from '../engine/session-engine.ts';
import styles from './Timer.module.css';
import { useSessionView, useTimeLeft } from './useSession.ts';

/** The time left. Screen readers announce it at 30, 10, 5 and 1 minutes and whenever it is pressed, never each second. */
export function Timer({ engine }: { engine: SessionEngine }) {
  const left = useTimeLeft(engine);
  const { isTimeAbout } = useSessionView(engine);
  const before = useRef(left);
  const [spoken, setSpoken] = useState('');

  useEffect(() => {
    const minutes = noticeAt(before.current, left);
    before.current = left;
    if (minutes !== null) setSpoken(i18n.t('{minutes, plural, one {# minute left} other {# minutes left}}', { minutes }));
  }, [left]);

  return (
    <div role="timer" aria-live="off" aria-label={i18n.t('Time left')} className="flex-none">
      <button
        type="button"
        className={`inline-flex items-center gap-6 ${styles.timer}`}
        data-tone={timerTone(left)}
        onClick={() => {
          const time = formatLongDuration(left);
          setSpoken(isTimeAbout ? i18n.t('about {time} left', { time }) : i18n.t('{time} left', { time }));
        }}
      >
        <VisuallyHidden>{i18n.t('Time left')}</VisuallyHidden>
        {isTimeAbout && <span className="text-12 font-regular text-ink-soft">{i18n.t('about')}</span>}
        <span className={`font-bold tabular ${styles.figures}`}>{formatTimer(left)}</span>
      </button>
      <VisuallyHidden role="status" aria-live="polite">
        {spoken}
      </VisuallyHidden>
    </div>
  );
}
