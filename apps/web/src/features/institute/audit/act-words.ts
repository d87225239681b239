import { formatDateTime, formatLongDuration, formatNumber, plural } from '../../../ui/format.ts';

/** The predicate of each action; the noun in braces is used for an object without a name. */
const acts: Record<string, string> = {
  'paper.assign': 'gave {a test} to students',
  'paper.set_up': 'set up {a test}',
  'paper.take_back': 'took {a test} back from students',
  'paper.extend': 'gave more time in {a test}',
  'paper.reopen': 'reopened {a test} for students whose test was ended by mistake',
  'paper.unlock': 'unlocked students in {a test}',
  'paper.end': 'ended {a test}',
  'paper.move_code': 'made a code that moves a student of {a test} to another machine',
  'paper.move': 'moved a student of {a test} to another machine',
  'paper.try': 'tried {a test} out',
  'paper.copy': 'made {a test}',
  'paper.compose': 'composed {a test}',
  'paper.sets': 'changed the printed sets of {a test}',
  'paper_draft.sets': 'changed the printed sets of {a paper}',
  'paper_draft.create': 'began to compose {a paper}',
  'paper_draft.pictures': 'added questions of a printed paper to {a paper}',
  'paper_draft.delete': 'deleted the draft of {a paper}',
  'bank_question.create': 'began {a question}',
  'bank_question.follow': 'began a replacement for {a question}',
  'bank_question.delete': 'deleted the draft of {a question}',
  'bank_question.submit': 'submitted {a question} for review',
  'bank_question.withdraw': 'took {a question} out of review',
  'bank_question.send_back': 'sent {a question} back to its writer',
  'bank_question.approve': 'approved {a question}',
  'bank_question.reopen': 'opened {a question} for editing again',
  'bank_question.retire': 'retired {a question}',
  'bank_question.restore': 'restored {a question}',
  'bank_question.change_many': 'changed several questions',
  'bank_question.undo_many': 'undid a change of several questions',
  'bank_passage.create': 'wrote a passage',
  'bank_passage.change': 'changed a passage',
  'bank_picture.add': 'added a picture to the questions',
  'bank_question.export': 'downloaded questions of the bank',
  'question_import.create': 'began to import questions',
  'question_import.map_topics': 'chose topics for an import of questions',
  'question_import.set_defaults': 'set difficulty and use for an import of questions',
  'question_import.read_again': 'had a file of questions read again',
  'question_import.mend': 'mended a question of an import',
  'question_import.exclude': 'left questions out of an import, or took them up again',
  'question_import.commit': 'began to add imported questions to the bank',
  'question_import.committed': 'added imported questions to the bank',
  'question_import.undo': 'began to undo an import of questions',
  'question_import.undone': 'undid an import of questions',
  'question_import.delete': 'deleted an import of questions',
  'paper.delete': 'deleted {a test}',
  'paper.publish': 'opened the questions of {a test}',
  'test_code.make': 'made a code for {a test}',
  'late_answers.accept': 'accepted late answers in {a test}',
  'results.publish': 'published the results of {a test}',
  'results.read': 'read the results of {a test}',
  'key_challenges.open': 'opened the keys of {a test} for challenges',
  'key_challenges.move_end': 'moved the end of the challenges in {a test}',
  'key.keep': 'kept a challenged key in {a test}',
  'final_keys.publish': 'published the final keys of {a test}',
  'key.correct': 'corrected the key of {a question}',
  'key.undo': 'undid the correction of the key of {a question}',
  'question_reports.answer': 'answered reports on {a question}',
  'doubt.answer': 'answered a doubt about {a question}',
  'doubt.show': 'showed an answer about {a question} to all students',
  'doubt.hide': 'stopped showing an answer about {a question}',
  'doubt.refuse': 'refused a doubt about {a question}',
  'doubt.keep_answer': 'kept a reported answer about {a question}',
  'doubt.take_back_answer': 'took back a reported answer about {a question}',
  'answer_sheets.enter': 'entered answer sheets of {a test}',
  'answer_sheets.withdraw': 'took back entered answer sheets of {a test}',
  'answer_sheets.give_marks': 'gave marks from answer sheets in {a test on paper}',
  'answer_sheet.add': 'loaded an answer sheet of {a test}',
  'answer_sheet.mend': 'mended an answer sheet of {a test}',
  'answer_sheet.remove': 'removed an answer sheet of {a test}',
  'offline_test.create': 'set {a test on paper}',
  'offline_test.cancel': 'cancelled {a test on paper}',
  'offline_test.mark': 'marked a sheet of {a test on paper}',
  'person.invite': 'invited a person',
  'person.revoke_invitation': 'withdrew an invitation',
  'person.join': 'accepted an invitation',
  'person.decline': 'declined an invitation',
  'person.set_role': 'changed the role of {a person}',
  'person.remove': 'removed {a person}',
  'consent.record': 'recorded a guardian’s consent for {a student}',
  'guardian.invite': 'invited a guardian of {a student}',
  'guardian.name': 'named a guardian of {a student}',
  'guardian.allow': 'let a guardian see the results of {a student}',
  'guardian.accept': 'agreed to be a guardian of {a student}',
  'guardian.decline': 'declined to be a guardian of {a student}',
  'guardian.end': 'ended a guardian’s view of the results of {a student}',
  'guardian.leave': 'stopped being a guardian',
  'sign_in_code.make': 'made a sign-in code for {a student}',
  'sign_in_code.make_all': 'made sign-in codes for {a classroom}',
  'sign_in_code.revoke': 'withdrew the sign-in code of {a student}',
  'second_factor.reset': 'reset the second factor of {a person}',
  'shift_group.create': 'joined tests held in shifts into {a group}',
  'shift_group.remove': 'dissolved {a group} of tests held in shifts',
  'roster.import': 'imported a roster',
  'classroom.create': 'made {a classroom}',
  'classroom.rename': 'renamed {a classroom}',
  'classroom.archive': 'archived {a classroom}',
  'classroom.restore': 'restored {a classroom}',
  'classroom.change_members': 'changed the members of {a classroom}',
  'classroom.set_dates': 'set the dates of a member of {a classroom}',
  'subject.create': 'added {a subject}',
  'subject.change': 'changed {a subject}',
  'class.schedule': 'scheduled {a class}',
  'class.take_back': 'took back the schedule of {a class}',
  'class.move': 'moved {a class}',
  'class.cancel': 'cancelled {a class}',
  'class.start': 'started {a class}',
  'class.extend': 'made {a class} longer',
  'class.end': 'ended {a class}',
  'class.set_recording': 'set the recording of {a class}',
  'attendance.correct': 'corrected the attendance of a student in {a class}',
  'attendance.match': 'matched a guest of {a class} with a student',
  'file.share': 'shared {a file}',
  'file.take_back': 'stopped sharing {a file}',
  'recording.cut': 'cut a clip of a recording',
  'recording.remove_clip': 'removed a clip of a recording',
  'institute.settings': 'changed name or brand of {the institute}',
  'institute.access': 'changed how students of {the institute} reach the site',
  'institute.create': 'made {the institute}',
  'content.import': 'imported content',
};

/** The action as the predicate of a sentence about the person; the action's own name if the table has no words for it. */
export const actInWords = (what: string, object: string | null): string => {
  const words = acts[what];
  if (words === undefined) return `${what.replaceAll(/[._]/g, ' ')}${object === null ? '' : ` (${object})`}`;
  return words.replace(/\{([^}]+)\}/, (_braces, noun: string) => {
    if (object === null) return noun;
    return noun === 'a question' ? `“${beginningInWords(object)}”` : object;
  });
};

/** The longest beginning of a question that the log names. */
const LONGEST_BEGINNING = 80;

/** The beginning of a question without the signs of its formulas, cut at a word. */
function beginningInWords(text: string): string {
  const words = text
    .replaceAll(/\\[()[\]]|[{}$]/g, '')
    .replaceAll(/\\([a-z]+)/gi, '$1 ')
    .trim();
  return text.length < LONGEST_BEGINNING ? words : `${words.replace(/\s+\S*$/, '')} …`;
}

const fields: Record<string, string> = {
  opens_at: 'opens',
  closes_at: 'closes',
  results_published_at: 'results published',
  allows_review: 'review of questions',
  starts_at: 'begins',
  ended_at: 'ended',
  duration_seconds: 'length',
  duration: 'length now',
  moved: 'classes moved',
  cancelled: 'classes cancelled',
  upload_seconds: 'time to hand in',
  total_mark: 'marks in all',
  accepted_answers: 'key',
  only_mobile_access: 'app only',
  forces_pending_test: 'a test under way comes first',
  domain: 'address for students',
};
/** Ids and the numbers of versions mean nothing to a reader. */
const isId = (field: string) => /(^|_)(ids?|papers|student|guest|from|hash|logo|version|follows)$/.test(field);

const oneLine = (field: string, value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === 'duration' && typeof value === 'number') return formatLongDuration(value * 60);
  if (field.endsWith('_seconds') && typeof value === 'number') return formatLongDuration(value);
  if (field === 'students' && Array.isArray(value)) return plural(value.length, 'student');
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return formatDateTime(value);
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value)) return value.length > 3 ? `${value.length} of them` : value.map((each) => oneLine(field, each)).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value).replaceAll('_', ' ');
};

/** The changed fields, each with its old and its new value. */
export function changesOf(before: string | null, after: string | null): { field: string; from: string | null; to: string | null }[] {
  const parse = (text: string | null): Record<string, unknown> => {
    const value: unknown = text === null ? {} : JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : { value };
  };
  const [was, is] = [parse(before), parse(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => !isId(field) && JSON.stringify(was[field] ?? null) !== JSON.stringify(is[field] ?? null))
    .map((field) => ({
      field: fields[field] ?? field.replaceAll('_', ' '),
      from: field in was ? oneLine(field, was[field]) : null,
      to: field in is ? oneLine(field, is[field]) : null,
    }));
}
