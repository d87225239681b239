import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { CourseType } from '../institute/profile.ts';
import { Question } from './questions.ts';
import { TranslatedTexts } from './translated-texts.ts';
import { TranslatedCode } from './translations.ts';

/** Questions that need no account or consent: five for a visitor, ten for a new student, and a short test. */
export const tryParts = ['visit', 'practice', 'test'] as const;

/** The questions are the same for everybody, come from free topics, and no part repeats one of another part. */
export const getTryQuestions = endpoint('GET /questions/get_try_questions', {
  summary: 'Questions with keys and solutions, to try before an account or a consent; their answers stay on the device',
  access: 'anyone',
  query: Type.Object({
    course: CourseType,
    part: Type.Enum([...tryParts]),
    /** Sends the texts of the questions in this language too. */
    language: Type.Optional(TranslatedCode),
  }),
  response: Type.Object({ questions: Type.Array(Question), translated: Type.Optional(TranslatedTexts) }),
});
