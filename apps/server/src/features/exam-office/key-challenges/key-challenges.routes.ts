import * as contract from '@abhyas/contract/exam-office/key-challenges';
import { type Route, serve } from '../../../http/serve.ts';
import * as staff from './challenged-keys.ts';
import { challengeKey, responseSheet, withdrawChallenge } from './key-challenges.ts';

export const keyChallengeRoutes: Route[] = [
  serve(contract.getKeyChallenge, (input, context) => responseSheet(context, context.student, input)),
  serve(contract.challengeKey, ({ id, ...challenge }, context) => challengeKey(context, context.student, id, challenge)),
  serve(contract.withdrawChallenge, ({ id, question_id }, context) => withdrawChallenge(context, context.student, id, question_id)),
  serve(contract.getKeyChallenges, ({ id }, context) => staff.challengesOf(context, id)),
  serve(contract.openKeyChallenges, ({ id, closes_at }, context) => staff.openChallenges(context, id, new Date(closes_at))),
  serve(contract.keepKey, ({ id, question_id, reason }, context) => staff.keepKey(context, id, question_id, reason)),
  serve(contract.publishFinalKeys, ({ id }, context) => staff.publishFinalKeys(context, id)),
];
