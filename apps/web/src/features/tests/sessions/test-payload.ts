import type { getTestQuestions } from '@abhyas/contract/tests/attempts';
import type { Answer } from '@abhyas/contract/endpoint';

/** What the test screen is made of, as the server sends it. */
export type TestPayload = Answer<typeof getTestQuestions>;
