import { continueTest, makeMoveCode } from '@abhyas/contract/exam-office/seat-moves';
import { type Route, serve } from '../../../http/serve.ts';
import type { Keys } from '../../institute/identity/identity.ts';
import { continueHere, makeCode } from './seat-moves.ts';

export const seatMoveRoutes = (keys: Keys): Route[] => [
  serve(makeMoveCode, ({ id, ...move }, context) => makeCode(context, keys.secret, id, move)),
  serve(continueTest, ({ code }, context) => continueHere(context, keys, code)),
];
