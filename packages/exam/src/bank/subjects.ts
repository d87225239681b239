/** Names of the subjects by their fixed ids (docs/product.md): Botany and Zoology are both shown as Biology. */
export const subjectNames = { 1: 'Maths', 2: 'Physics', 3: 'Chemistry', 4: 'Biology', 5: 'Biology' } as const;
export type SubjectName = (typeof subjectNames)[keyof typeof subjectNames];

const nameById: Readonly<Record<number, string>> = subjectNames;

/** The name under which a subject id is shown. */
export function subjectName(id: number): string {
  return nameById[id] ?? `Subject ${id}`;
}
