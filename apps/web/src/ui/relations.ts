import { i18n } from '../platform/language.ts';
import { type Relation, relations } from '@abhyas/contract/institute/consent';

/** The words for an adult's relation to a student. */
export const relationWords: Record<Relation, string> = {
  mother: /*i18n*/ 'Mother',
  father: /*i18n*/ 'Father',
  guardian: /*i18n*/ 'Legal guardian',
  other: /*i18n*/ 'Other relative',
};

export const relationChoices = () => relations.map((value) => ({ value, label: i18n.t(relationWords[value]) }));
