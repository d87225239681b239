import { Type } from 'typebox';
import { endpoint, Success } from '../endpoint.ts';
import { freshCode, freshCodeRefusals, User } from '../institute/identity.ts';

/** Days from the request for a deletion until it is carried out. */
export const DELETION_DAYS = 7;

export const beginExport = endpoint('POST /users/begin_export', {
  summary: "Ask for all data of the person, with a fresh code to the person's number",
  description: "A person whose only way to sign in is an institute's code gets the data of that institute, and needs no further code.",
  access: 'signed_in',
  isBeforeConsent: true,
  reach: 'only_way',
  body: Type.Object({ ...Type.Partial(Type.Object(freshCode)).properties }),
  response: Type.Object({
    ...Success,
    /** Key for `GET /users/get_export` of this person, valid for ten minutes. */
    export_key: Type.String(),
  }),
  refusals: [...freshCodeRefusals, 'phone_needed'],
});

export const getExport = endpoint('GET /users/get_export', {
  summary: 'Download all data of the person',
  description: 'Answers with a zip file: `abhyas.json` with what is stored by table, `README.txt`, and the files of the person.',
  access: 'signed_in',
  reach: 'only_way',
  query: Type.Object({ export_key: Type.String({ pattern: '^[0-9]{13}\\.[A-Za-z0-9_-]{43}$' }) }),
  response: Type.Object({}),
  refusals: ['code_expired'],
});

export const askForDeletion = endpoint('POST /users/ask_for_deletion', {
  summary: "Have the account deleted in seven days, with a fresh code to the person's number",
  access: 'signed_in',
  isBeforeConsent: true,
  body: Type.Object({ ...freshCode }),
  response: Type.Object({ ...Success, user: User }),
  refusals: [...freshCodeRefusals, 'phone_needed', 'not_possible'],
});

export const keepAccount = endpoint('POST /users/keep_account', {
  summary: 'Cancel the deletion of the account',
  access: 'signed_in',
  isBeforeConsent: true,
  body: Type.Object({}),
  response: Type.Object({ ...Success, user: User }),
});
