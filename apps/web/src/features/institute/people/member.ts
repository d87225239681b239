import type { Answer } from '@abhyas/contract/endpoint';
import type { getPeople } from '@abhyas/contract/institute/people';

export type People = Answer<typeof getPeople>;
export type Member = People['people'][number];
