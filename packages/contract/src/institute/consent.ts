import { Type } from 'typebox';
import { endpoint, Success } from '../endpoint.ts';
import { freshCode, freshCodeRefusals, PhoneNumber, User } from './identity.ts';

/** How the adult who gives consent is related to the student. */
export const relations = ['mother', 'father', 'guardian', 'other'] as const;
export type Relation = (typeof relations)[number];

const guardian = {
  guardian_name: Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' }),
  relation: Type.Enum([...relations]),
};

/** Records a guardian's consent with name and relation. The code was sent to the guardian's number by `request_otp`. */
export const giveGuardianConsent = endpoint('POST /users/give_guardian_consent', {
  summary: 'Record a guardian’s consent, by a code to the guardian’s own phone',
  access: 'signed_in',
  reach: 'only_way',
  body: Type.Object({ ...guardian, guardian_phone: PhoneNumber, ...freshCode }),
  response: Type.Object({ ...Success, user: User }),
  refusals: [...freshCodeRefusals, 'not_possible'],
});

export const recordConsent = endpoint('POST /staff/students/{id}/record_consent', {
  summary: 'Record that the institute has a guardian’s consent, which opens its own tests to the student',
  id: 'The student.',
  access: { staff: 'people.manage' },
  body: Type.Object(guardian),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});
