import type { Value } from '@abhyas/contract/endpoint';
import type { TestListItem } from '@abhyas/contract/site/home';
import { getStudentHomeData } from '@abhyas/contract/site/home';
import { findOrCreateSessionItem } from '@abhyas/contract/tests/attempts';
import { getTestInstructions, type Section, type TestInfo } from '@abhyas/contract/tests/papers';
import { useCall, useSend } from '../../../platform/queries.ts';

export type TestItem = Value<typeof TestListItem>;
export type Info = Value<typeof TestInfo>;
export type PaperSection = Value<typeof Section>;

/** Lists change with every attempt, so they are fetched again when they are shown. */
const fresh = { staleTime: 0 } as const;

export const useTests = (type: 'mock' | 'previous_paper') => useCall(getStudentHomeData, { type }, fresh);
export const useInstituteTests = (sub_type: 'test' | 'assignment') => useCall(getStudentHomeData, { type: 'institute', sub_type }, fresh);
/** Fetches the instructions, unless they have just arrived with the page. */
export const useInstructions = (id: number) => useCall(getTestInstructions, { id }, { staleTime: 1_000 });
export const useBegin = () => useSend(findOrCreateSessionItem, { ownFailures: true });
