import type { OwnDoubt } from '@abhyas/contract/practice/doubts';
import type { Value } from '@abhyas/contract/endpoint';

export type Doubt = Value<typeof OwnDoubt>;

/** The label of a doubt's state, and its tone. */
export const doubtStates = {
  note: { label: /*i18n*/ 'Private note', tone: undefined },
  waiting: { label: /*i18n*/ 'Waiting for an answer', tone: 'warning' },
  answered: { label: /*i18n*/ 'Answered', tone: 'good' },
  refused: { label: /*i18n*/ 'Refused', tone: 'danger' },
  withheld: { label: /*i18n*/ 'Answered, shown after the test', tone: undefined },
} as const satisfies Record<Doubt['state'], { label: string; tone: string | undefined }>;
