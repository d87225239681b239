import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { deviceStore } from '../../platform/device-store.ts';
import { useOnline } from '../../platform/online.ts';
import { type RunningTest, runningTests } from '../../session/engine/running-tests.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { formatLongDuration } from '../../ui/format.ts';
import classes from './ContinueTest.module.css';

const places = /^\/(home|physics|chemistry|maths|biology|mock|previous_paper|institute|test_instruction\/\d+)$/;
/** Where the server's own rows say the same. */
const lists = /^\/(mock|previous_paper|institute|test_instruction\/\d+)$/;

/** Tests under way, from the device's own records: so a student finds back to one without a network too. */
export default function ContinueTest({ studentId }: { studentId: number }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const isOnline = useOnline();
  const [tests, setTests] = useState<readonly RunningTest[]>([]);
  const isPlace = places.test(pathname) && !(isOnline && lists.test(pathname));
  useEffect(() => {
    if (!isPlace) return;
    let isLeft = false;
    void runningTests(deviceStore, studentId, Date.now()).then((found) => {
      if (!isLeft) setTests(found);
    });
    return () => {
      isLeft = true;
    };
  }, [studentId, isPlace, pathname]);
  if (!isPlace || tests.length === 0) return null;
  return (
    <section className={classes.strip} aria-label="Tests under way">
      {tests.map(({ id, isAssignment, name, timeLeft, answered, questionCount }) => (
        <div key={id} className={classes.test}>
          <p className={classes.words}>
            <strong>{name}</strong>
            <span>
              {timeLeft > 0 ? `About ${formatLongDuration(Math.max(60, Math.floor(timeLeft / 60) * 60))} left` : 'Its time is up'} ·{' '}
              {answered} of {questionCount} answered
            </span>
          </p>
          <ButtonLink to={isAssignment ? '/assignment/$id' : '/test/$id'} params={{ id: String(id) }} aria-label={`Continue ${name}`}>
            Continue
          </ButtonLink>
        </div>
      ))}
    </section>
  );
}
