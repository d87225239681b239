import { Type } from 'typebox';
import { endpoint, Moment, Nullable, Success } from '../endpoint.ts';
import { freshCode, freshCodeRefusals, PhoneNumber, User } from './identity.ts';
import { PersonName } from './profile.ts';

/** How the adult who gives consent is related to the student. */
export const relations = ['mother', 'father', 'guardian', 'other'] as const;
export type Relation = (typeof relations)[number];

const guardian = {
  guardian_name: PersonName,
  relation: Type.Enum([...relations]),
};

/** Records a guardian's consent with name and relation. The code was sent to the guardian's number by `request_otp`. */
export const giveGuardianConsent = endpoint('POST /users/give_guardian_consent', {
  summary: 'Record a guardian’s consent, by a code to the guardian’s own phone',
  access: 'signed_in',
  isBeforeConsent: true,
  reach: 'only_way',
  body: Type.Object({ ...guardian, guardian_phone: PhoneNumber, ...freshCode }),
  response: Type.Object({ ...Success, user: User }),
  refusals: [...freshCodeRefusals, 'not_possible'],
});

/** A sealed request of one student to one phone number. */
const LinkToken = Type.String({ pattern: '^[A-Za-z0-9_-]{40,80}$' });

/** Until the guardian presses the link, which works for three days, nothing is stored of the request. */
export const askGuardian = endpoint('POST /users/ask_guardian', {
  summary: 'Send a guardian a link with which they agree on their own phone',
  access: 'signed_in',
  isBeforeConsent: true,
  reach: 'only_way',
  body: Type.Object({ guardian_phone: PhoneNumber }),
  response: Type.Object({
    ...Success,
    expires_at: Moment,
    /** The path of the link; in the demo only. */
    demo_link: Type.Optional(Type.String()),
  }),
  refusals: ['not_possible', 'too_many_requests', 'code_not_sent'],
});

export const readGuardianLink = endpoint('POST /consents/read_link', {
  summary: 'Tell a guardian who asks for their consent',
  access: 'anyone',
  body: Type.Object({ link: LinkToken }),
  response: Type.Object({ student_name: Nullable(Type.String()), guardian_phone: PhoneNumber, has_agreed: Type.Boolean() }),
  refusals: ['link_expired'],
});

export const agreeByLink = endpoint('POST /consents/agree', {
  summary: 'Record a guardian’s consent, by the link that was sent to the guardian’s own phone',
  access: 'anyone',
  body: Type.Object({ ...guardian, link: LinkToken }),
  response: Type.Object(Success),
  refusals: ['link_expired'],
});

export const recordConsent = endpoint('POST /staff/students/{id}/record_consent', {
  summary: 'Record that the institute has a guardian’s consent, which opens its own tests to the student',
  id: 'The student.',
  access: { staff: 'people.manage' },
  body: Type.Object(guardian),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});
