import { i18n, translated } from '../../../platform/language.ts';
import { getNextClass } from '@abhyas/contract/classes/live-classes';
import { IconChevronRight, IconListCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCall } from '../../../platform/queries.ts';
import { useUser } from '../../../platform/user.ts';
import { useServerNow } from '../../../platform/useServerNow.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import card from '../../../ui/card.module.css';
import { formatComing, formatNumber, formatTime } from '../../../ui/format.ts';
import { subjectColor } from '../../../ui/subject.ts';
import { useMemberLines } from './MemberLines.tsx';
import classes from './NextClass.module.css';

const ASK_EVERY = 60_000;
/** The most ms before its start at which a class is shown. */
const AHEAD = 24 * 3_600_000;

/** The member's class that is live or begins within a day, and the open questions of its quiz. `isNow`: the class can be joined. */
export function useNextClass() {
  const user = useUser();
  const isMember = user !== null && user.institute_id !== null && !user.is_institute_student && !user.has_only_test_board_access;
  const next = useCall(getNextClass, {}, { enabled: isMember, ownFailures: true, refreshEvery: ASK_EVERY });
  const now = useServerNow(5000);
  const { next_class: found = null, open_quiz: quiz = null } = next.data ?? {};
  const one = found !== null && Date.parse(found.start_time) - now < AHEAD && Date.parse(found.can_join_until) > now ? found : null;
  return { isMember, one, quiz, now, isNow: one !== null && now >= Date.parse(one.can_join_from) };
}

/** The next task at a member's institute, with one button; all other open tasks unfold below it. */
export function NextClass() {
  const { isMember, one, quiz, now, isNow } = useNextClass();
  const lines = useMemberLines(isMember);
  const all = [
    ...(quiz
      ? [
          <Link
            key="quiz"
            to="/attend_quiz/$id"
            params={{ id: String(quiz.meeting_id) }}
            className={`${classes.line} flex items-center gap-8 min-h-44 text-14 font-semibold text-accent no-underline`}
          >
            <IconListCheck size={20} aria-hidden />
            <span>
              {i18n.t('Live quiz: {question_count, plural, one {# question} other {# questions}} open', {
                question_count: quiz.question_count,
              })}
            </span>
            <IconChevronRight size={20} aria-hidden />
          </Link>,
        ]
      : []),
    ...lines,
  ];
  if (one === null && all.length === 0) return null;
  // The first place goes to a class or, if there is none, to the most urgent task.
  const [first, ...rest] = one === null ? all : [null, ...all];
  return (
    <section className={`${card.card} grid gap-12 ${classes.root}`} aria-label={i18n.t('Your institute')}>
      {one && (
        <div className="flex flex-wrap items-center justify-between gap-x-24 gap-y-12">
          <div className="min-w-0 pl-16 border-l-3 border-current" style={{ borderColor: subjectColor(one.subject_title) }}>
            <p className="flex flex-wrap items-center gap-x-12 gap-y-4 text-16 font-bold">
              {one.title}
              {one.status === 'LIVE' && (
                <span className="px-8 rounded-[10px] bg-correct-soft text-12 leading-chip font-bold text-correct">{i18n.t('LIVE')}</span>
              )}
            </p>
            <p className="text-14 text-ink-soft">
              {[one.lecture, translated(one.subject_title)].filter(Boolean).join(' · ')} ·{' '}
              {one.status === 'LIVE' ? i18n.t('until {time}', { time: formatTime(one.can_join_until) }) : formatComing(one.start_time, now)}
            </p>
          </div>
          {!isNow ? (
            <Link to="/virtual_meeting" className="flex items-center gap-8 min-h-44 text-14 font-semibold text-accent no-underline">
              {i18n.t('JOIN from {can_join_from}', { can_join_from: formatTime(one.can_join_from) })}
            </Link>
          ) : one.provider === 'room' ? (
            <ButtonLink to="/view_class/$id" params={{ id: String(one.id) }} aria-label={i18n.t('Join {title}', { title: one.title })}>
              {i18n.t('Join')}
            </ButtonLink>
          ) : (
            <ButtonLink to="/virtual_meeting" aria-label={i18n.t('Join {title}', { title: one.title })}>
              {i18n.t('Join')}
            </ButtonLink>
          )}
        </div>
      )}
      {first}
      {rest.length > 0 && (
        <details className={classes.more}>
          <summary>{i18n.t('{length} more from your institute', { length: formatNumber(rest.length) })}</summary>
          <div className="grid gap-12">{rest}</div>
        </details>
      )}
    </section>
  );
}
