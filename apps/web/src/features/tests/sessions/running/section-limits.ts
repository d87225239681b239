import { blockedBanner, countedPositions, holdsPosition, isBlocked } from '@abhyas/exam/tests/sections';
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
      text: `You can answer any ${limit} of these ${section.question_count} questions. Answered: ${given}.`,
    };
  }
  if (!answered.has(position) || countedPositions(section, answered).has(position)) {
    const counts = answered.has(position) ? ' This answer counts.' : '';
    const rule = isNewNeetPattern
      ? newNeetRule
      : `You may attempt any ${limit} of these ${section.question_count}. If you attempt more, only the first ${limit} attempted, in question order, are marked.`;
    return { isBlocked: false, tone: 'plain', text: `${rule} Attempted: ${given}.${counts}` };
  }
  return {
    isBlocked: false,
    tone: 'warning',
    text: `This answer is not marked: only the first ${limit} attempted, in question order, are, and ${limit} earlier ones are attempted. Clear one of them and this one counts.`,
  };
}
