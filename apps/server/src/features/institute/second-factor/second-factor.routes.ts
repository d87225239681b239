import { beginSecondFactor, getSecondFactor, passSecondFactor, resetSecondFactor } from '@abhyas/contract/institute/second-factor';
import { type Route, serve } from '../../../http/serve.ts';
import * as secondFactor from './second-factor.ts';

export const secondFactorRoutes = (parts: secondFactor.SecondFactorParts): Route[] => [
  serve(getSecondFactor, (_input, context) => secondFactor.secondFactorOf(context, parts)),
  serve(beginSecondFactor, (_input, context) => secondFactor.beginSecondFactor(context, parts)),
  serve(passSecondFactor, ({ code }, context) => secondFactor.passSecondFactor(context, parts, code)),
  serve(resetSecondFactor, ({ membership_id }, context) => secondFactor.resetOfColleague(context, membership_id)),
];
