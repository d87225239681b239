import type { Answer } from '@abhyas/contract/endpoint';
import type { getKeyChallenge, getKeyChallenges, KeyClaim } from '@abhyas/contract/exam-office/key-challenges';
import { i18n } from '../../../platform/language.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { type AcceptedKey, keyInWords } from '../../../question/keys.ts';

export type Sheet = Answer<typeof getKeyChallenge>;
export type SheetQuestion = Sheet['questions'][number];
type ChallengeWindow = NonNullable<Answer<typeof getKeyChallenges>['window']>;

/** The claims in the order of the form. */
export const claimLabels: readonly (readonly [KeyClaim, string])[] = [
  ['other_answer', /*i18n*/ 'Another answer is right'],
  ['several_answers', /*i18n*/ 'More than one answer is right'],
  ['no_answer', /*i18n*/ 'No answer is right'],
  ['unclear_question', /*i18n*/ 'The question is wrong or unclear'],
];
const words = new Map(claimLabels);

/** 'Another answer is right: 3'. */
export const claimInWords = (claim: KeyClaim, answer: AcceptedKey | null): string =>
  `${i18n.t(words.get(claim) ?? claim)}${answer === null ? '' : `: ${keyInWords([answer])}`}`;

/** The state of a test's keys in words, and until when they can be challenged. */
export function keyStateInWords({ closes_at, final_at }: ChallengeWindow, now: number): string {
  if (final_at !== null) return i18n.t('Final key, published on {time}', { time: formatDateTime(final_at) });
  if (Date.parse(closes_at) > now) return i18n.t('Provisional key, open for challenges until {time}', { time: formatDateTime(closes_at) });
  return i18n.t('Provisional key, challenges ended on {time}', { time: formatDateTime(closes_at) });
}

/** The student's answer in words; a dash if the question was left out. */
export function responseInWords({ responses, rich_response }: Pick<SheetQuestion, 'responses' | 'rich_response'>): string {
  if (rich_response !== null && rich_response !== '') return rich_response;
  return responses.length === 0 ? '–' : responses.map(String).reduce((all, option) => i18n.t('{all} and {option}', { all, option }));
}
