import type { Pattern } from '@abhyas/exam/institute/sentence';
import type { exams, languages } from '@abhyas/contract/institute/profile';
import type { Value } from '@abhyas/contract/endpoint';
import type { InstituteBrand } from '@abhyas/contract/institute/institutes';
import type { Relation } from '@abhyas/contract/institute/consent';
import type { Role, StaffRole } from '@abhyas/contract/institute/rights';
import type { GeneratedAlways } from 'kysely';
import type { Defaulted, Json, OptionalJson, DefaultedJson } from './columns.ts';

/** Tables of the installation, of institutes and of people. */
export interface PeopleTables {
  installation: { only_row: Defaulted<boolean>; is_demo: boolean; demo_content: string | null; created_at: Defaulted<Date> };
  institutes: {
    id: GeneratedAlways<number>;
    code: string;
    name: string;
    brand: DefaultedJson<Partial<Value<typeof InstituteBrand>>>;
    settings: DefaultedJson<Record<string, unknown>>;
    created_at: Defaulted<Date>;
  };
  memberships: {
    id: GeneratedAlways<number>;
    user_id: number;
    institute_id: number;
    role: Role;
    institute_given_id: Defaulted<string | null>;
    is_institute_student: Defaulted<boolean>;
    has_only_test_board_access: Defaulted<boolean>;
    is_higher_education: Defaulted<boolean>;
    shows_practice: Defaulted<boolean>;
    joined_at: Defaulted<Date>;
    ended_at: Defaulted<Date | null>;
    /** When the institute recorded a guardian's consent. */
    consented_at: Defaulted<Date | null>;
    /** The photograph that the student uploaded for tests of the institute. */
    photo_id: Defaulted<number | null>;
  };
  consents: {
    student_id: number;
    id: GeneratedAlways<number>;
    given_by: 'self' | 'guardian' | 'institute';
    age: number | null;
    text_of: string;
    guardian_phone: string | null;
    guardian_name: string | null;
    relation: Relation | null;
    institute_id: number | null;
    recorded_by: number | null;
    given_at: Date;
  };
  audit_log: {
    id: GeneratedAlways<number>;
    institute_id: number | null;
    user_id: number | null;
    role: StaffRole;
    what: string;
    object_type: string;
    object_id: number | null;
    before: OptionalJson<unknown>;
    after: OptionalJson<unknown>;
    reason: string | null;
    at: Date;
  };
  users: {
    id: GeneratedAlways<number>;
    phone: string | null;
    name: string | null;
    course: 'MED' | 'ENG' | 'MED_ENG' | null;
    premium_until: Defaulted<Date | null>;
    exam: Defaulted<(typeof exams)[number] | null>;
    exam_year: Defaulted<number | null>;
    age: Defaulted<number | null>;
    /** The latest possible day of coming of age. */
    adult_from: Defaulted<Date | null>;
    /** The membership with which the person's next sign-in begins. */
    membership_id: Defaulted<number | null>;
    /** When the account will be deleted at the person's request. */
    deletion_due_at: Defaulted<Date | null>;
    /** When the person came of age or a guardian agreed; the proof is in `consents`. */
    consented_at: Defaulted<Date | null>;
    /** The chosen language of the site. */
    language: Defaulted<(typeof languages)[number] | null>;
    created_at: Defaulted<Date>;
  };
  feedbacks: { id: GeneratedAlways<number>; user_id: number; rating: number; message: string | null; created_at: Date };
  sign_ins: {
    token_hash: Buffer;
    user_id: number;
    membership_id: Defaulted<number | null>;
    created_at: Date;
    expires_at: Date;
    id: GeneratedAlways<number>;
    device: Defaulted<string>;
    /** When the person signed in; `created_at` is when this token was made. */
    began_at: Defaulted<Date>;
    last_seen_at: Defaulted<Date>;
    /** Hash of the previous token, until the present one is used. */
    replaces_hash: Defaulted<Buffer | null>;
    second_factor_at: Defaulted<Date | null>;
    /** Whether the sign-in was made by an institute's code, which binds it to the membership. */
    is_bound: Defaulted<boolean>;
    /** Hash of the browser's earlier token, stored to recognise its late refusal. */
    former_hash: Defaulted<Buffer | null>;
  };
  server_secret: { only_row: Defaulted<boolean>; fingerprint: Buffer };
  backups: { id: string; made_at: Date; database_bytes: number; files: number; file_bytes: number; proved_at: Date | null };
  typed_commands: { id: GeneratedAlways<number>; at: Date; typed_by: string; command: string; exit_code: Defaulted<number | null> };
  first_day: {
    only_row: Defaulted<boolean>;
    word_hash: Buffer;
    made_at: Date;
    wrong_tries: Defaulted<number>;
    pass_hash: Defaulted<Buffer | null>;
    entered_at: Defaulted<Date | null>;
    loading_since: Defaulted<Date | null>;
    load_faults: DefaultedJson<string[]>;
  };
  maintenance: { only_row: Defaulted<boolean>; began_at: Date };
  google_nonces: { nonce_hash: Buffer; created_at: Date };
  user_identities: { provider: 'google'; subject: string; user_id: number; created_at: Date };
  institute_sign_in_codes: {
    id: GeneratedAlways<number>;
    membership_id: number;
    code_hash: Buffer;
    made_by: number | null;
    created_at: Date;
    expires_at: Date;
    tries: Defaulted<number>;
    used_at: Defaulted<Date | null>;
    ended_at: Defaulted<Date | null>;
  };
  letter_readers: {
    user_id: number;
    agreed_at: Date;
    told_for: number;
    in_site: Defaulted<boolean>;
    by_text: Defaulted<boolean>;
    mail_address: Defaulted<string | null>;
    texted_for: Defaulted<number>;
    mailed_for: Defaulted<number>;
    /** When the link that may still be pressed was asked for. */
    mail_asked_at: Defaulted<Date | null>;
  };
  session_moves: {
    id: GeneratedAlways<number>;
    student_id: number;
    session_id: number;
    paper_id: number;
    membership_id: number;
    handle: string;
    code_hash: Buffer;
    tries: Defaulted<number>;
    gives_back: boolean;
    reason: string;
    made_by: number | null;
    made_as: StaffRole;
    created_at: Date;
    expires_at: Date;
    ended_at: Defaulted<Date | null>;
    used_at: Defaulted<Date | null>;
    given_seconds: Defaulted<number>;
  };
  second_factors: {
    user_id: number;
    secret: Buffer;
    created_at: Date;
    confirmed_at: Defaulted<Date | null>;
    last_step: Defaulted<number | null>;
  };
  recovery_codes: { user_id: number; code_hash: Buffer; used_at: Defaulted<Date | null> };
  sign_in_codes: {
    id: GeneratedAlways<number>;
    phone: string;
    address: string;
    code_hash: Buffer;
    created_at: Date;
    expires_at: Date;
    tries: Defaulted<number>;
    ended_at: Date | null;
    request_hash: Buffer | null;
    device: string | null;
    ticket_hash: Defaulted<Buffer | null>;
    ticket_expires_at: Defaulted<Date | null>;
  };
  spent_budgets: { budget: string; holder: string; ends_at: Date; spent: number };
  institute_enquiries: {
    id: GeneratedAlways<number>;
    institute: string;
    name: string;
    phone: string;
    email: string;
    city: string;
    students: number | null;
    message: string;
    info: string | null;
    digest: Buffer;
    created_at: Date;
  };
  job_applications: {
    id: GeneratedAlways<number>;
    position: string;
    name: string;
    email: string;
    phone: string;
    current_company: string;
    current_position: string;
    why: string;
    resume_key: string;
    resume_bytes: number;
    digest: Buffer;
    created_at: Date;
  };
  notifications: {
    id: GeneratedAlways<number>;
    student_id: number;
    type: string;
    title: string;
    message: string;
    url: string | null;
    said: DefaultedJson<Pattern[]>;
    created_at: Date;
    read_at: Date | null;
  };
  student_goals: {
    student_id: number;
    daily_goal: Defaulted<number | null>;
    exam: Defaulted<'JEE Main' | 'JEE Advanced' | 'NEET' | null>;
    exam_year: Defaulted<number | null>;
    target_score: Defaulted<number | null>;
    is_asked: Defaulted<boolean>;
  };
  day_plans: { student_id: number; day: number; lines: Json<unknown[]> };
  invitations: {
    id: GeneratedAlways<number>;
    institute_id: number;
    phone: string;
    name: string | null;
    role: Role;
    institute_given_id: Defaulted<string | null>;
    classroom_id: Defaulted<number | null>;
    invited_by: number | null;
    created_at: Date;
    expires_at: Date;
    answered_at: Defaulted<Date | null>;
    is_accepted: Defaulted<boolean | null>;
    revoked_at: Defaulted<Date | null>;
  };
  roster_imports: {
    id: GeneratedAlways<number>;
    institute_id: number;
    /** Who began it; null for the operator, and after that person's account was deleted. */
    imported_by: number | null;
    role: StaffRole;
    row_count: number;
    /** Rows by their outcome so far. */
    new: Defaulted<number>;
    invited: Defaulted<number>;
    changed: Defaulted<number>;
    same: Defaulted<number>;
    refused: Defaulted<number>;
    created_at: Date;
    finished_at: Defaulted<Date | null>;
  };
  roster_rows: {
    import_id: number;
    place: number;
    line: number;
    name: string;
    phone: string;
    given_id: string;
    classroom: string;
    course: string;
    refusal: string | null;
  };
  guardianships: {
    id: GeneratedAlways<number>;
    institute_id: number;
    student_id: number;
    phone: string;
    name: string;
    relation: Relation;
    invited_by: number | null;
    is_named_by_student: boolean;
    created_at: Date;
    expires_at: Date;
    student_agreed_at: Defaulted<Date | null>;
    guardian_id: Defaulted<number | null>;
    guardian_agreed_at: Defaulted<Date | null>;
    shows_practice: Defaulted<boolean>;
    ended_at: Defaulted<Date | null>;
    ended_by: Defaulted<'student' | 'guardian' | 'institute' | null>;
  };
}
