import type { OwnDoubt } from '@abhyas/contract/practice/doubts';
import type { Value } from '@abhyas/contract/endpoint';

export type Doubt = Value<typeof OwnDoubt>;

/** The label of a doubt's state, and its tone. */
export const doubtStates = {
  note: { label: 'Private note', tone: undefined },
  waiting: { label: 'Waiting for an answer', tone: 'warning' },
  answered: { label: 'Answered', tone: 'good' },
  refused: { label: 'Refused', tone: 'danger' },
  withheld: { label: 'Answered, shown after the test', tone: undefined },
} as const satisfies Record<Doubt['state'], { label: string; tone: string | undefined }>;
