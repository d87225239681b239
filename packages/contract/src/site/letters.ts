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
    /** Whether a text message comes too; null if the site sends none, or knows no number of the person. */
    by_text: Nullable(Type.Boolean()),
    /** The confirmed address to which an e-mail comes; null if the site sends none. */
    mail: Nullable(Type.Object({ address: Nullable(Type.String()) })),
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
  description: 'By a notification in the site, or by a text message to the own phone. The message holds a link and no result.',
  body: Type.Object({ is_agreed: Type.Boolean(), by: Type.Optional(Type.Enum(['site', 'text'])) }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

const excluded = '\\s@<>",;:()\\[\\]\\\\\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f';
/** One address without a name, as people type it. Signs that nobody sees are in no address. */
export const mailAddress = `^[^${excluded}]+@[^${excluded}]+\\.[^${excluded}.]{2,}$`;

/** Nothing is stored before the link in the e-mail is pressed, which works for a day. */
export const askLetterMail = endpoint('POST /users/ask_letter_mail', {
  access: 'notified',
  summary: 'Send a link to an e-mail address, with which its owner asks for an e-mail each Monday',
  body: Type.Object({ address: Type.String({ maxLength: 200, pattern: mailAddress }) }),
  response: Type.Object({
    ...Success,
    /** The path of the link; in the demo only. */
    demo_link: Type.Optional(Type.String()),
  }),
  refusals: ['not_possible', 'too_many_requests', 'code_not_sent'],
});

/** An address of 200 characters in any script fits in. */
const token = Type.String({ pattern: '^[A-Za-z0-9_.-]{20,900}$' });

export const confirmLetterMail = endpoint('POST /letters/confirm_mail', {
  access: 'anyone',
  summary: 'Confirm an e-mail address by the link that was sent there; from then on it gets an e-mail each Monday',
  body: Type.Object({ token }),
  response: Type.Object({ address: Type.String() }),
  refusals: ['link_expired'],
});

/** Each e-mail has the link, which needs no sign-in and never expires. */
export const endLetterMail = endpoint('POST /letters/end_mail', {
  access: 'anyone',
  summary: 'End the e-mails of each Monday by the link in each of them',
  body: Type.Object({ token }),
  response: Type.Object(Success),
  refusals: ['link_expired'],
});

export const forgetLetterMail = endpoint('POST /users/forget_letter_mail', {
  access: 'notified',
  summary: 'End the e-mails of each Monday, and forget the address',
  body: Type.Object({}),
  response: Type.Object(Success),
});
