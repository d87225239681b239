import { Type } from 'typebox';
import { endpoint, Moment, Success } from '../endpoint.ts';

/** The checks that a server makes at its start and on the page of the first day, in this order. */
export const checkNames = [
  'settings',
  'database',
  'migrations',
  'indexes',
  'storage',
  'clock',
  'descriptors',
  'messages',
  'mail',
  'payments',
  'brand',
] as const;
export type CheckName = (typeof checkNames)[number];

/** `open`: works, but the operator should read the sentence or try the setting. */
const CheckState = Type.Enum(['good', 'open', 'bad']);

/** The result of a check: a state, and a sentence that says what was found and what to do. */
export const Finding = Type.Object({ name: Type.Enum([...checkNames]), state: CheckState, words: Type.String() });

/** Proof that the page was opened with the word of the first day. It works for an hour, until the first institute exists. */
const pass = Type.String({ minLength: 1, maxLength: 100 });

const refusals = ['wrong_word'] as const;

export const enterFirstDay = endpoint('POST /first_day/enter', {
  summary: 'Exchange the one-time word of the first day for a pass',
  access: 'anyone',
  body: Type.Object({ word: Type.String({ minLength: 1, maxLength: 60 }) }),
  response: Type.Object({ pass: Type.String(), until: Moment }),
  refusals,
});

export const getFirstDay = endpoint('POST /first_day/overview', {
  summary: 'List the checks of an installation without an institute, and what it holds',
  access: 'anyone',
  body: Type.Object({ pass }),
  response: Type.Object({
    checks: Type.Array(Finding),
    plan_name: Type.Union([Type.String(), Type.Null()]),
    until: Moment,
  }),
  refusals,
});

export const tryCheck = endpoint('POST /first_day/try', {
  summary: 'Make one check again',
  description: 'The check `messages` sends a test message to `phone`.',
  access: 'anyone',
  body: Type.Object({ pass, name: Type.Enum([...checkNames]), phone: Type.Optional(Type.String({ pattern: '^[6-9][0-9]{9}$' })) }),
  response: Finding,
  refusals: [...refusals, 'too_many_requests'],
});

export const loadBank = endpoint('POST /first_day/load_bank', {
  summary: 'Load the questions, papers and cheat sheets of the bank’s folder, or show how far the loading is',
  description: 'With `begins` the loading begins, unless it is under way; it goes on after the answer.',
  access: 'anyone',
  body: Type.Object({ pass, begins: Type.Boolean() }),
  response: Type.Object({
    is_loading: Type.Boolean(),
    question_count: Type.Integer(),
    paper_count: Type.Integer(),
    /** Why the last loading loaded nothing. */
    faults: Type.Array(Type.String()),
  }),
  refusals,
});

export const offerFirstPlan = endpoint('POST /first_day/offer_plan', {
  summary: 'Make the plan of Premium and put it on sale',
  access: 'anyone',
  body: Type.Object({
    pass,
    name: Type.String({ minLength: 1, maxLength: 80 }),
    header: Type.String({ minLength: 1, maxLength: 200 }),
    /** In paise, with GST. */
    price: Type.Integer({ minimum: 100, maximum: 100_000_000 }),
    number_of_months: Type.Integer({ minimum: 1, maximum: 60 }),
  }),
  response: Type.Object(Success),
  refusals: [...refusals, 'not_possible'],
});

export const openFirstInstitute = endpoint('POST /first_day/open_institute', {
  summary: 'Make the first institute with its owner, which ends the first day for ever',
  access: 'anyone',
  body: Type.Object({
    pass,
    code: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{2,60}$', maxLength: 61 }),
    name: Type.String({ minLength: 1, maxLength: 80 }),
    owner_phone: Type.String({ pattern: '^[6-9][0-9]{9}$' }),
  }),
  response: Type.Object(Success),
  refusals: [...refusals, 'institute_exists', 'not_possible'],
});
