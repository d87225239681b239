import { type Relation, relations } from '@abhyas/contract/institute/consent';

/** The words for an adult's relation to a student. */
export const relationWords: Record<Relation, string> = {
  mother: 'Mother',
  father: 'Father',
  guardian: 'Legal guardian',
  other: 'Other relative',
};

export const relationChoices = relations.map((value) => ({ value, label: relationWords[value] }));
