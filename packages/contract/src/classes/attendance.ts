// Contents: a student's attendance · contesting · quiz scores · the register of staff
import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';

/** Days after a class in which an absence may be contested. */
export const CONTEST_DAYS = 7;

const Verdict = Type.Enum(['present', 'absent', 'to_check']);
const Source = Type.Enum(['staff', 'provider', 'page', 'click']);
const Reason = Type.String({ minLength: 1, maxLength: 300 });

/** A class in which the student does not count as present, or whose attendance staff corrected, with the reasons. */
export const AttendanceEntry = Type.Object({
  virtual_meeting_id: Id,
  title: Type.String(),
  subject_name: Type.String(),
  start_time: Moment,
  verdict: Verdict,
  source: Source,
  /** Whole minutes: attended, needed to count as present, and length of the class. */
  minutes: Type.Integer(),
  minutes_needed: Type.Integer(),
  minutes_held: Type.Integer(),
  /** The periods of the class that the student attended; 0 is the start of the class, 1 its end. */
  stays: Type.Array(Type.Object({ from: Type.Number(), to: Type.Number() })),
  /** Whether the provider never reports attendance times, so that only the press on Join is known. */
  is_unverified: Type.Boolean(),
  /** Names on the meeting's list that match no student. */
  unmatched_names: Type.Integer(),
  reason: Nullable(Type.String()),
  corrected_at: Nullable(Moment),
  contested_at: Nullable(Moment),
  /** Last moment to contest the absence; null once it has passed or the absence was contested. */
  can_contest_until: Nullable(Moment),
  has_recording: Type.Boolean(),
});

/**
 * The student's attendance by subject, over classes that took place while the student was a member. Classes that staff must still check are
 * not counted.
 */
export const getSubjectWiseAttendance = endpoint('GET /virtual_meetings/get_subject_wise_attendance', {
  summary: 'Show attendance by subject',
  reach: 'membership',
  response: Type.Object({
    attendance: Type.Array(
      Type.Object({
        subject_code: Nullable(Type.String()),
        subject_name: Type.String(),
        total_classes: Type.Integer(),
        attended: Type.Integer(),
      }),
    ),
    /** Newest first. */
    entries: Type.Array(AttendanceEntry),
    is_higher_education: Type.Boolean(),
  }),
  refusals: ['not_allowed'],
});

/** Contests an absence: the student claims to have attended, and the institute decides. */
export const contestAttendance = endpoint('POST /virtual_meetings/contest_attendance', {
  summary: 'Contest an absence',
  reach: 'membership',
  body: Type.Object({ id: Id, reason: Reason }),
  response: Type.Object(Success),
  refusals: ['not_allowed', 'not_found', 'not_possible'],
});

/** Quizzes of classes that the student answered, by subject. */
export const getQuizScores = endpoint('GET /virtual_meetings/get_quiz_scores', {
  summary: 'Show scores of live quizzes by subject',
  reach: 'membership',
  response: Type.Object({
    quiz_scores: Type.Array(
      Type.Object({
        subject_code: Nullable(Type.String()),
        subject_name: Type.String(),
        total_attempted: Type.Integer(),
        correct: Type.Integer(),
      }),
    ),
    is_higher_education: Type.Boolean(),
  }),
  refusals: ['not_allowed'],
});

/** Every student of a class with the attendance known so far, and the names on the meeting's list that match no student. */
export const getRegister = endpoint('GET /staff/classes/{id}/register', {
  access: { staff: 'attendance.manage' },
  summary: 'Show the register of a class',
  id: 'The class.',
  response: Type.Object({
    title: Type.String(),
    start_time: Moment,
    is_held: Type.Boolean(),
    minutes_held: Type.Integer(),
    minutes_needed: Type.Integer(),
    students: Type.Array(
      Type.Object({
        student_id: Id,
        student_name: Nullable(Type.String()),
        verdict: Verdict,
        source: Source,
        minutes: Type.Integer(),
        reason: Nullable(Type.String()),
        contested_at: Nullable(Moment),
        contest_reason: Nullable(Type.String()),
      }),
    ),
    guests: Type.Array(Type.Object({ id: Id, name: Type.String(), minutes: Type.Integer() })),
  }),
});

export const correctAttendance = endpoint('POST /staff/classes/{id}/correct_attendance', {
  access: { staff: 'attendance.manage' },
  summary: 'Correct the attendance of a student',
  id: 'The class.',
  body: Type.Object({ student_id: Id, verdict: Type.Enum(['present', 'absent']), reason: Reason }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

/** Matches a name on the meeting's list to a student, who gets the attendance time recorded under that name. */
export const matchGuest = endpoint('POST /staff/classes/{id}/match_guest', {
  access: { staff: 'attendance.manage' },
  summary: "Match a name of the meeting's list with a student",
  id: 'The class.',
  body: Type.Object({ guest_id: Id, student_id: Id }),
  response: Type.Object(Success),
});
