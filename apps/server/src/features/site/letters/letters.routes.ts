import * as contract from '@abhyas/contract/site/letters';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { type Route, serve } from '../../../http/serve.ts';
import { askForMail, confirmMail, endMail, forgetMail, type LetterPost } from './letter-messages.ts';
import { agree, lettersOf } from './letters.ts';

const success = { success: true as const };

export const letterRoutes = (post: LetterPost): Route[] => [
  serve(contract.getLetters, (_input, context) => lettersOf(context, post, context.caller)),
  serve(contract.agreeToLetters, (wish, context) => agree(context, post, context.caller, wish)),
  serve(contract.askLetterMail, ({ address }, context) => askForMail(context, post, address)),
  serve(contract.confirmLetterMail, ({ token }, context) => confirmMail(context, post, token)),
  serve(contract.endLetterMail, async ({ token }, context) => {
    await endMail(context, post, token);
    return success;
  }),
  serve(contract.forgetLetterMail, async (_input, context) => {
    await forgetMail(context, context.caller.id);
    return success;
  }),
];

/** The button "Unsubscribe" of mail programs posts a form here (RFC 8058), without a sign-in or an Origin. The token is the proof. */
export function registerMailHook(app: FastifyInstance, post: LetterPost, contextOf: () => Context): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1024 }, (_request, _body, done) => done(null));
  app.post<{ Params: { token: string } }>('/hooks/letter_mail/:token', { bodyLimit: 1024 }, async ({ params }) => {
    await endMail(contextOf(), post, params.token.slice(0, 100));
    return success;
  });
}
