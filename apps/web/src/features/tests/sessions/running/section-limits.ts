import { blockedBanner, countedPositions, holdsPosition, isBlocked } from '@abhyas/exam/tests/sections';
import { i18n } from '../../../../platform/language.ts';
import type { PaperSection } from '../../../../question/question-content.ts';
import { newNeetRule } from '../../../../session/screen/new-neet-rule.ts';

export interface LimitNotice {
  /** Whether the screen accepts no answer to this question. */
  isBlocked: boolean;
  tone: 'plain' | 'warning';
  text: string;
}

/** The notice shown at a question of a section that limits the attempts; null without a limit. */
export function limitNotice(
  section: PaperSection | null,
  position: number,
  answered: ReadonlySet<number>,
  isNewNeetPattern: boolean,
): LimitNotice | null {
  if (!section || section.attempt_limit === null || section.limit_kind === null) return null;
  const limit = section.attempt_limit;
  if (isBlocked(section, position, answered)) return { isBlocked: true, tone: 'warning', text: blockedBanner(limit, section.subject_name) };
  const given = [...answered].filter((place) => holdsPosition(section, place)).length;
  if (section.limit_kind === 'block') {
    return {
      isBlocked: false,
      tone: 'plain',
      text: i18n.t('You can answer any {limit} of these {question_count} questions. Answered: {given}.', {
        limit,
        question_count: section.question_count,
        given,
      }),
    };
  }
  if (!answered.has(position) || countedPositions(section, answered).has(position)) {
    const counts = answered.has(position) && i18n.t('This answer counts.');
    const rule = isNewNeetPattern
      ? i18n.t(newNeetRule)
      : i18n.t(
          'You may attempt any {limit} of these {question_count}. If you attempt more, only the first {limit} attempted, in question order, are marked.',
          { limit, question_count: section.question_count },
        );
    return { isBlocked: false, tone: 'plain', text: [rule, i18n.t('Attempted: {given}.', { given }), counts].filter(Boolean).join(' ') };
  }
  return {
    isBlocked: false,
    tone: 'warning',
    text: i18n.t(
      'This answer is not marked: only the first {limit} attempted, in question order, are, and {limit} earlier ones are attempted. Clear one of them and this one counts.',
      { limit },
    ),
  };
}
