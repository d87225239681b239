import { getNextClass } from '@abhyas/contract/classes/live-classes';
import { IconChevronRight, IconListCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCall } from '../../../platform/queries.ts';
import { useUser } from '../../../platform/user.ts';
import { useServerNow } from '../../../platform/useServerNow.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import card from '../../../ui/card.module.css';
import { formatComing, formatTime, plural } from '../../../ui/format.ts';
import { subjectColor } from '../../../ui/subject.ts';
import textStyles from '../../../ui/text.module.css';
import { useMemberLines } from './MemberLines.tsx';
import layout from '../../../ui/layout.module.css';
import classes from './NextClass.module.css';

const ASK_EVERY = 60_000;
/** The most ms before its start at which a class is shown. */
const AHEAD = 24 * 3_600_000;

/**
 * A member's class that is live or begins within a day, with the link to it, a quiz question that waits for an answer, and other open
 * tasks.
 */
export function NextClass() {
  const user = useUser();
  const isMember = user !== null && user.institute_id !== null && !user.is_institute_student && !user.has_only_test_board_access;
  const next = useCall(getNextClass, {}, { enabled: isMember, ownFailures: true, refreshEvery: ASK_EVERY });
  const now = useServerNow(5000);
  const lines = useMemberLines(isMember);
  const { next_class: one = null, open_quiz: quiz = null } = next.data ?? {};
  const isNear = one !== null && Date.parse(one.start_time) - now < AHEAD && Date.parse(one.can_join_until) > now;
  if (!isNear && !quiz && lines.length === 0) return null;
  return (
    <section className={`${card.card} ${layout.stack12} ${classes.root}`} aria-label="Your institute">
      {isNear && (
        <div className={`${layout.spread} ${classes.row}`}>
          <div className={classes.words} style={{ borderColor: subjectColor(one.subject_title) }}>
            <p className={`${layout.line} ${textStyles.bold16} ${classes.title}`}>
              {one.title}
              {one.status === 'LIVE' && <span className={classes.live}>LIVE</span>}
            </p>
            <p className={textStyles.soft}>
              {[one.lecture, one.subject_title].filter(Boolean).join(' · ')} ·{' '}
              {one.status === 'LIVE' ? `until ${formatTime(one.can_join_until)}` : formatComing(one.start_time, now)}
            </p>
          </div>
          {now < Date.parse(one.can_join_from) ? (
            <Link to="/virtual_meeting" className={classes.link}>
              JOIN from {formatTime(one.can_join_from)}
            </Link>
          ) : one.provider === 'room' ? (
            <ButtonLink to="/view_class/$id" params={{ id: String(one.id) }} aria-label={`Join ${one.title}`}>
              Join
            </ButtonLink>
          ) : (
            <ButtonLink to="/virtual_meeting" aria-label={`Join ${one.title}`}>
              Join
            </ButtonLink>
          )}
        </div>
      )}
      {quiz && (
        <Link to="/attend_quiz/$id" params={{ id: String(quiz.meeting_id) }} className={classes.line}>
          <IconListCheck size={20} aria-hidden />
          <span>Live quiz: {plural(quiz.question_count, 'question')} open</span>
          <IconChevronRight size={20} aria-hidden />
        </Link>
      )}
      {lines}
    </section>
  );
}
