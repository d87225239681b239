import { i18n, named } from '../../platform/language.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { deviceStore } from '../../platform/device-store.ts';
import { useOnline } from '../../platform/online.ts';
import { type PracticeOnDevice, practiceOnDevice } from '../../session/engine/offline-practice.ts';
import { type RunningTest, runningTests } from '../../session/engine/running-tests.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { formatLongDuration } from '../../ui/format.ts';
import classes from './OnThisDevice.module.css';

const places = /^\/(home|physics|chemistry|maths|biology|mock|previous_paper|institute|test_instruction\/\d+)$/;
/** Pages that already show the same tests in rows from the server. */
const lists = /^\/(mock|previous_paper|institute|test_instruction\/\d+)$/;

/**
 * The sessions that this device can open from its own records. With a network, it shows the tests in progress on the pages that lead to
 * tests; without a network, tests and practice on every page.
 */
export default function OnThisDevice({ studentId }: { studentId: number }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const isOnline = useOnline();
  const [tests, setTests] = useState<readonly RunningTest[]>([]);
  const [practice, setPractice] = useState<readonly PracticeOnDevice[]>([]);
  const showsTests = !isOnline || (places.test(pathname) && !lists.test(pathname));
  useEffect(() => {
    let isLeft = false;
    if (showsTests)
      void runningTests(deviceStore, studentId, Date.now()).then((found) => {
        if (!isLeft) setTests(found);
      });
    if (!isOnline)
      void practiceOnDevice(deviceStore, studentId).then((found) => {
        if (!isLeft) setPractice(found);
      });
    return () => {
      isLeft = true;
    };
  }, [studentId, showsTests, isOnline, pathname]);
  return (
    <>
      {showsTests && tests.length > 0 && (
        <section className="grid gap-8 mb-24" aria-label={i18n.t('Tests under way')}>
          {tests.map(({ id, isAssignment, name, timeLeft, answered, questionCount }) => (
            <div key={id} className="flex items-center gap-12 px-16 py-12 border border-accent rounded-card bg-surface">
              <p className={`flex-1 min-w-0 ${classes.words}`}>
                <strong>{named(name)}</strong>
                <span>
                  {timeLeft > 0
                    ? i18n.t('About {time} left', { time: formatLongDuration(Math.max(60, Math.floor(timeLeft / 60) * 60)) })
                    : i18n.t('Its time is up')}{' '}
                  {i18n.t('· {answered} of {questionCount} answered', { answered, questionCount })}
                </span>
              </p>
              <ButtonLink
                to={isAssignment ? '/assignment/$id' : '/test/$id'}
                params={{ id: String(id) }}
                aria-label={i18n.t('Continue {name}', { name: named(name) })}
              >
                {i18n.t('Continue')}
              </ButtonLink>
            </div>
          ))}
        </section>
      )}
      {!isOnline && practice.length > 0 && (
        <nav className={`grid gap-8 text-14 text-ink-soft ${classes.practice}`} aria-label={i18n.t('Practice on this device')}>
          <span>{i18n.t('On this device you can practise')}</span>
          <ul>
            {practice.map(({ id, name }) => (
              <li key={id}>
                <Link to="/train/$id" params={{ id: String(id) }}>
                  {named(name)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}
