import { type SubjectName, subjectNames } from '@abhyas/exam/bank/subjects';
import { IconAtom2, IconDna2, IconFlask2, IconMathFunction, type TablerIcon } from '@tabler/icons-react';

/** The colour and icon of each subject. The colour is used in a bar, a dot or a ring only. */
export const subjectStyles: Record<SubjectName, { color: string; Icon: TablerIcon }> = {
  Physics: { color: 'var(--physics)', Icon: IconAtom2 },
  Chemistry: { color: 'var(--chemistry)', Icon: IconFlask2 },
  Biology: { color: 'var(--biology)', Icon: IconDna2 },
  Maths: { color: 'var(--maths)', Icon: IconMathFunction },
};

/** The subject's colour; the accent for a name that is not a subject ('Total'). */
export const subjectColor = (name: string): string =>
  Object.hasOwn(subjectStyles, name) ? subjectStyles[name as SubjectName].color : 'var(--accent)';

/** The subject that an address names, whatever its case. */
export const subjectOf = (address: string): SubjectName | undefined =>
  Object.values(subjectNames).find((name) => name.toLowerCase() === address.toLowerCase());
