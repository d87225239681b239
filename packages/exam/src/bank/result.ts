import Big from 'big.js';
import { type AcceptedAnswer, type Answer, isNumber, type Key, questionTypes, type Result } from './question.ts';

/** Whether the chosen options are exactly the options of one accepted answer. */
function isSameSet(chosen: ReadonlySet<number>, accepted: AcceptedAnswer): boolean {
  if (typeof accepted === 'number') return chosen.size === 1 && chosen.has(accepted);
  if (!Array.isArray(accepted)) return false;
  const right = new Set(accepted);
  return right.size === chosen.size && accepted.every((option) => chosen.has(option));
}

/** Values are rounded half away from zero to `precision` and compared; for a closed range the entry is not rounded. */
function isAcceptedNumber(entered: Big, accepted: AcceptedAnswer, precision: number): boolean {
  if (Array.isArray(accepted)) return false;
  if (typeof accepted === 'object') return entered.gte(accepted.from) && entered.lte(accepted.to);
  return entered.round(precision, Big.roundHalfUp).eq(new Big(accepted).round(precision, Big.roundHalfUp));
}

/**
 * Result of an answer: correct if it equals any accepted answer of the key. A partly right set of options counts as incorrect here; the
 * marking scheme of the section may still give it marks.
 * @throws when an accepted value of a numerical key is not decimal text
 */
export function resultOf(key: Key, answer: Answer): Result {
  if (key.question_type === questionTypes.numerical) {
    if (!isNumber(answer.rich_response)) return 0;
    const entered = new Big(answer.rich_response.replace(/\.$/, ''));
    if (key.integer && !entered.eq(entered.round(0, Big.roundDown))) return -1;
    return key.accepted_answers.some((accepted) => isAcceptedNumber(entered, accepted, key.precision)) ? 1 : -1;
  }
  if (answer.responses.length === 0) return 0;
  const chosen = new Set(answer.responses);
  return key.accepted_answers.some((accepted) => isSameSet(chosen, accepted)) ? 1 : -1;
}
