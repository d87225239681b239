import { agreeToLetters, getLetters } from '@abhyas/contract/site/letters';
import { type Route, serve } from '../../../http/serve.ts';
import { agree, lettersOf } from './letters.ts';

export const letterRoutes: Route[] = [
  serve(getLetters, (_input, context) => lettersOf(context, context.caller)),
  serve(agreeToLetters, ({ is_agreed }, context) => agree(context, context.caller, is_agreed)),
];
