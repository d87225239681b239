import type { getTestQuestions } from '@abhyas/contract/tests/attempts';
import type { Answer } from '@abhyas/contract/endpoint';

/** The content of the test screen, as the server sends it. */
export type TestPayload = Answer<typeof getTestQuestions>;
