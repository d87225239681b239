import { Type } from 'typebox';
import { endpoint, Nullable } from '../endpoint.ts';

/** Exams that a student may name as the aim. */
export const exams = ['JEE Main', 'JEE Advanced', 'NEET', 'Another exam'] as const;
export const Exam = Type.Enum([...exams]);

export const courseTypes = ['MED', 'ENG', 'MED_ENG'] as const;
export const CourseType = Type.Enum([...courseTypes]);

export const consents = ['given', 'institute', 'missing'] as const;
/** Whether a guardian has agreed: `given` also of who is of age, or has not said their age. */
export const Consent = Type.Enum([...consents]);

/** What a person says of themself. What is left out stays as it is. */
export const profileFields = {
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' })),
  course: Type.Optional(CourseType),
  /** In whole years. */
  age: Type.Optional(Type.Integer({ minimum: 8, maximum: 100 })),
  exam: Type.Optional(Exam),
  exam_year: Type.Optional(Type.Integer({ minimum: 2020, maximum: 2100 })),
};

/** What `secret` holds once it is opened. */
export const ProfileFields = Type.Object(profileFields);

/** Characters of the random key that a profile is sealed with (spec 1, section 9). */
export const PROFILE_KEY_LENGTH = 50;

const Base64 = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9+/]+={0,2}$' });

/**
 * A sealed profile: `data` is JSON under AES-256-GCM, whose key is the SHA-256 of a random text of 50 characters; that text travels in `key`,
 * by RSA-OAEP with SHA-256 under the public key of `version`. All in base64.
 */
export const SealedProfile = Type.Object({
  version: Type.Integer({ minimum: 1, maximum: 100_000 }),
  key: Base64(1000),
  iv: Base64(24),
  data: Base64(2000),
});

export const getProfileKey = endpoint('GET /users/get_profile_key', {
  summary: 'Hand out the public key that profiles are sealed with',
  access: 'signed_in',
  reach: 'membership',
  response: Type.Object({
    version: Type.Integer(),
    /** SPKI in base64. */
    public_key: Type.String(),
  }),
});

export const getProfile = endpoint('GET /users/get_profile', {
  summary: 'Tell what the person has said of themself',
  access: 'signed_in',
  response: Type.Object({
    exam: Nullable(Exam),
    exam_year: Nullable(Type.Integer()),
    age: Nullable(Type.Integer()),
    /** An account of Google is connected. */
    has_google: Type.Boolean(),
  }),
});
