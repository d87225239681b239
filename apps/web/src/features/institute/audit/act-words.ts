/** The text for each action of the log. */
const acts: Record<string, string> = {
  'paper.assign': 'gave the test to students',
  'paper.set_up': 'set the test up',
  'paper.take_back': 'took the test back from students',
  'paper.extend': 'gave more time',
  'paper.reopen': 'reopened tests that were ended by mistake',
  'paper.unlock': 'unlocked',
  'paper.end': 'ended a test',
  'paper.try': 'tried the test out',
  'paper.copy': 'made the test',
  'paper.compose': 'composed the test',
  'paper_draft.create': 'began to compose a paper',
  'paper_draft.delete': 'deleted the paper being composed',
  'paper.publish': 'opened the questions',
  'test_code.make': 'made a code',
  'late_answers.accept': 'accepted late answers',
  'results.publish': 'published the results',
  'results.read': 'read the results',
  'key.correct': 'corrected the key',
  'key.undo': 'undid the correction of the key',
  'person.invite': 'invited somebody',
  'person.revoke_invitation': 'took back an invitation',
  'person.join': 'accepted an invitation',
  'person.decline': 'declined an invitation',
  'person.set_role': 'changed the role',
  'person.remove': 'removed',
  'guardian.invite': 'invited a guardian',
  'guardian.name': 'named a guardian',
  'guardian.allow': 'gave a guardian access to the results',
  'guardian.accept': 'agreed to be a guardian',
  'guardian.decline': 'declined to be a guardian',
  'guardian.end': 'ended a guardian’s access',
  'guardian.leave': 'stopped being a guardian',
  'sign_in_code.make': 'made a sign-in code',
  'sign_in_code.make_all': 'made sign-in codes',
  'sign_in_code.revoke': 'took back a sign-in code',
  'second_factor.reset': 'reset the second factor',
  'shift_group.create': 'made a test in shifts',
  'shift_group.remove': 'ended a test in shifts',
  'roster.import': 'imported a roster',
  'classroom.create': 'made the classroom',
  'classroom.rename': 'renamed the classroom',
  'classroom.archive': 'archived the classroom',
  'classroom.restore': 'took the classroom back into use',
  'classroom.change_members': 'changed the members of the classroom',
  'classroom.set_dates': 'set the dates of a member of the classroom',
  'subject.create': 'added the subject',
  'subject.change': 'changed the subject',
  'institute.settings': 'changed the settings',
  'institute.create': 'made the institute',
  'content.import': 'imported content',
};

/** The text for an action of the log, or its name if it has no text. */
export const actInWords = (what: string): string => acts[what] ?? what.replaceAll(/[._]/g, ' ');

const oneLine = (value: unknown): string => {
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return value.length > 3 ? `${value.length} of them` : value.map(oneLine).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** The changed fields, each with its old and its new value. */
export function changesOf(before: string | null, after: string | null): { field: string; from: string | null; to: string | null }[] {
  const parse = (text: string | null): Record<string, unknown> => {
    const value: unknown = text === null ? {} : JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : { value };
  };
  const [was, is] = [parse(before), parse(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]))
    .map((field) => ({
      field: field.replaceAll('_', ' '),
      from: field in was ? oneLine(was[field]) : null,
      to: field in is ? oneLine(is[field]) : null,
    }));
}
