import { Type } from 'typebox';
import { endpoint, Success } from '../endpoint.ts';

/** The most characters of a message. */
export const MOST_FEEDBACK = 2000;

export const sendFeedback = endpoint('POST /feedbacks', {
  summary: 'Rate the product from 1 to 5, with a message',
  access: 'signed_in',
  reach: 'membership',
  body: Type.Object({
    rating: Type.Integer({ minimum: 1, maximum: 5 }),
    feedbackMessage: Type.Optional(Type.String({ maxLength: MOST_FEEDBACK })),
  }),
  response: Type.Object({ ...Success, message: Type.String() }),
  refusals: ['too_many_requests'],
});
