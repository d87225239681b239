import { Type } from 'typebox';
import { endpoint, Nullable, Pattern, Success } from '../endpoint.ts';

const Lines = Type.Array(Type.String());

export const getLetters = endpoint('GET /users/get_letters', {
  access: 'notified',
  summary: "Show the page of last week: the student's own, one for each child of a guardian, or the one of staff",
  description: 'Computed from stored figures of the week from Monday to Sunday in India. Roles without figures get no letter.',
  response: Type.Object({
    /** Monday and Sunday of the week, as dates. */
    from: Type.String(),
    to: Type.String(),
    /** Whether the person wants a notification each Monday. */
    is_agreed: Type.Boolean(),
    letters: Type.Array(
      Type.Object({
        /** The child, the institute or the teacher's batches; null for the student's own letter. */
        about: Nullable(Type.String()),
        /** Whether the child has come of age and has not agreed again; then nothing is shown. */
        is_paused: Type.Boolean(),
        rose: Lines,
        held: Lines,
        fell: Lines,
        absent: Lines,
        next: Lines,
        one_thing: Nullable(Type.Object({ text: Type.String(), url: Nullable(Type.String()) })),
        /** The patterns of the lines and of the one thing. */
        said: Type.Array(Pattern),
      }),
    ),
  }),
  refusals: ['second_factor_needed'],
});

export const agreeToLetters = endpoint('POST /users/agree_to_letters', {
  access: 'notified',
  summary: 'Ask for a notification each Monday, or for none',
  body: Type.Object({ is_agreed: Type.Boolean() }),
  response: Type.Object(Success),
});
