import { i18n } from '../../../platform/language.ts';
import { getMe } from '@abhyas/contract/institute/identity';
import { IconCircleCheck } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { firstSteps, forgetFirstSteps } from '../../../platform/first-steps.ts';
import { queryClient, useCall } from '../../../platform/queries.ts';
import { rememberUser, type User, useUser } from '../../../platform/user.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import card from '../../../ui/card.module.css';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { toast } from '../../../ui/toasts.ts';
import { AskGuardian } from './AskGuardian.tsx';
import steps from './ConsentPage.module.css';
import classes from './ProfilePage.module.css';

const QUESTIONS = 10;
/** How often (ms) the page asks whether the guardian has agreed. */
const ASK_EVERY = 10_000;

/** /consent: the first steps of a student under 18. Ten questions and a short test come first, then the consent of a guardian. */
export default function ConsentPage() {
  const user = useUser();
  const router = useRouter();
  const { data } = useCall(getMe, {}, { ownFailures: true, refreshEvery: ASK_EVERY, staleTime: 0 });
  const asked = data?.user;

  function open(agreed: User) {
    forgetFirstSteps();
    queryClient.clear();
    rememberUser(agreed);
    toast.success(i18n.t('Thank you. Everything is open now.'));
    router.history.replace('/');
  }
  useEffect(() => {
    if (asked && user && asked.id === user.id && asked.consent === 'given') open(asked);
  });

  if (!user) return null;
  const { answers, tested } = firstSteps(user.id);
  const done = Math.min(QUESTIONS, Object.keys(answers).length);
  const isPractised = done === QUESTIONS;
  const isFirstOf = user.consent === 'missing';
  return (
    <div className="grid gap-16 max-w-720">
      <PageTitle>{isFirstOf ? i18n.t('Your first steps') : i18n.t('A parent or guardian must agree')}</PageTitle>
      {isFirstOf && (
        <>
          <Step
            title={i18n.t('Ten free questions')}
            isDone={isPractised}
            action={
              <ButtonLink to="/first_questions" variant={isPractised ? 'default' : 'filled'}>
                {done === 0
                  ? i18n.t('Begin ten questions')
                  : isPractised
                    ? i18n.t('Look at them again')
                    : i18n.t('Continue: question {number} of {count}', { number: done + 1, count: QUESTIONS })}
              </ButtonLink>
            }
          >
            {isPractised ? i18n.t('All ten are done.') : i18n.t('Of your own subjects, each with its solution.')}
          </Step>
          <Step
            title={i18n.t('A short test')}
            isDone={tested !== null}
            action={
              <ButtonLink to="/try" variant={isPractised && tested === null ? 'filled' : 'default'}>
                {tested === null ? i18n.t('Begin the short test') : i18n.t('Take it again')}
              </ButtonLink>
            }
          >
            {tested === null
              ? i18n.t('Five questions on the screen of the exam, under its clock. Then you see your level.')
              : i18n.t('{right} of {of} questions right.', { right: tested.right, of: tested.of })}
          </Step>
        </>
      )}
      <section className={`${card.card} grid gap-16`} aria-labelledby="guardian">
        <h2 id="guardian" className="text-16 leading-text">
          {isFirstOf ? i18n.t('A parent or guardian must agree') : i18n.t('Ask a parent or guardian')}
        </h2>
        <p className={`${classes.text} text-14 text-ink-soft`}>
          {isFirstOf
            ? i18n.t(
                'You are under 18. Practice, tests and reports open once a parent or guardian agrees on their own phone. Until then your answers stay on this device; we store only what sign-in needs. If your institute has recorded a consent, its tests are open already.',
              )
            : i18n.t(
                'Your institute has recorded a consent for its own tests. Everything else opens once a parent or guardian agrees on their own phone.',
              )}
        </p>
        <AskGuardian user={user} isNext={!isFirstOf || (isPractised && tested !== null)} onAgreed={open} />
      </section>
    </div>
  );
}

interface StepProps {
  title: string;
  isDone: boolean;
  action: ReactNode;
  children: ReactNode;
}

function Step({ title, isDone, action, children }: StepProps) {
  return (
    <section className={`${card.card} ${steps.step} flex flex-wrap items-center justify-between gap-x-24 gap-y-12`} aria-label={title}>
      <div>
        <h2 className="flex items-center gap-8 text-16 leading-text">
          {isDone && <IconCircleCheck size={20} color="var(--correct)" aria-label={i18n.t('Done:')} />}
          {title}
        </h2>
        <p className="text-14 text-ink-soft">{children}</p>
      </div>
      {action}
    </section>
  );
}
