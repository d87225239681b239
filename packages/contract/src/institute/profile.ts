import { Type } from 'typebox';
import { endpoint, Nullable } from '../endpoint.ts';

/** Exams that a student can prepare for. */
export const exams = ['JEE Main', 'JEE Advanced', 'NEET', 'Another exam'] as const;
export const Exam = Type.Enum([...exams]);

export const courseTypes = ['MED', 'ENG', 'MED_ENG'] as const;
export const CourseType = Type.Enum([...courseTypes]);

export const consents = ['given', 'institute', 'missing'] as const;
/** State of a guardian's consent: `given` also for a person who is of age, or has not given their age. */
export const Consent = Type.Enum([...consents]);

export const languages = ['en', 'hi'] as const;
/** A language of the interface. */
export const Language = Type.Enum([...languages]);

/** Control characters and line breaks: C0, C1, and the separators of lines and paragraphs. */
const controls = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029';

/** Name of a person, in one line: a line break would let a name break out of a cell, a heading or a letter. */
export const PersonName = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: `^[^\\S${controls}]*[^\\s${controls}][^${controls}]*$`,
});

/** The profile of a person. An absent field stays as it is. */
export const profileFields = {
  name: Type.Optional(PersonName),
  course: Type.Optional(CourseType),
  /** In whole years. */
  age: Type.Optional(Type.Integer({ minimum: 8, maximum: 100 })),
  exam: Type.Optional(Exam),
  exam_year: Type.Optional(Type.Integer({ minimum: 2020, maximum: 2100 })),
};

/** Content of `secret` after decryption. */
export const ProfileFields = Type.Object(profileFields);

/** Length of the random key that encrypts a profile, in characters. The number is fixed (docs/product.md). */
export const PROFILE_KEY_LENGTH = 50;

const Base64 = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9+/]+={0,2}$' });

/**
 * An encrypted profile, all in base64. `data` is JSON under AES-256-GCM; its key is the SHA-256 of a random text of 50 characters.
 * `key` is that text, encrypted by RSA-OAEP with SHA-256 under the public key of `version`.
 */
export const SealedProfile = Type.Object({
  version: Type.Integer({ minimum: 1, maximum: 100_000 }),
  key: Base64(1000),
  iv: Base64(24),
  data: Base64(2000),
});

export const getProfileKey = endpoint('GET /users/get_profile_key', {
  summary: 'Hand out the public key that encrypts profiles',
  access: 'signed_in',
  reach: 'membership',
  response: Type.Object({
    version: Type.Integer(),
    /** SPKI in base64. */
    public_key: Type.String(),
  }),
});

export const getProfile = endpoint('GET /users/get_profile', {
  summary: 'Show the profile of the person',
  access: 'signed_in',
  response: Type.Object({
    exam: Nullable(Exam),
    exam_year: Nullable(Type.Integer()),
    age: Nullable(Type.Integer()),
    /** Whether a Google account is connected. */
    has_google: Type.Boolean(),
  }),
});
