import type { Value } from '@abhyas/contract/endpoint';
import type { BankContent, PassageContent } from '@abhyas/contract/bank/bank-content';
import type { TranslatedLanguage } from '@abhyas/contract/bank/language-codes';
import type { PassageTranslation, TranslationEntry } from '@abhyas/contract/bank/translations';
import type { QuestionFault } from '@abhyas/contract/bank/authored-keys';
import type { BankState } from '@abhyas/exam/bank/bank-states';
import type { DraftItem, DraftPlan } from '@abhyas/contract/exam-office/paper-drafts';
import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import type { NotAskedSince } from '@abhyas/exam/bank/syllabus';
import type { Withdrawal } from '@abhyas/exam/tests/paper-marks';
import type { StaffRole } from '@abhyas/contract/institute/rights';
import type { BulkChange } from '@abhyas/contract/bank/bank-questions';
import type { ImportCounts, ImportDefaults, ImportNotice, ImportState, KeptCount, MadeAs } from '@abhyas/contract/bank/question-imports';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Defaulted, DefaultedJson, Json, OptionalJson } from './columns.ts';

/** A question that was changed together with others: its state and content before the change, and its version afterwards. */
export interface BulkEntry {
  id: number;
  version: number;
  state: BankState;
  content: BankContent;
}

/** Tables of chapters, questions and papers. */
export interface BankTables {
  courses: { code: string; name: string };
  subjects: { id: number; code: string; name: string };
  course_subjects: { course: string; subject_id: number };
  chapters: { id: GeneratedAlways<number>; code: string; subject_id: number; name: string; position: number };
  topics: {
    id: GeneratedAlways<number>;
    code: string;
    chapter_id: number;
    name: string;
    position: number;
    not_asked_since: DefaultedJson<NotAskedSince>;
  };
  pictures: { hash: string; media_type: string; bytes: Buffer };
  picture_uses: { hash: string; institute_id: number | null };
  comprehension_questions: {
    id: GeneratedAlways<number>;
    institute_id: Defaulted<number | null>;
    code: string;
    comprehension_text: string;
    supporting_picture: string | null;
    supporting_picture_alt: string | null;
    supporting_picture_size: number;
  };
  questions: {
    id: GeneratedAlways<number>;
    institute_id: Defaulted<number | null>;
    code: string;
    topic_id: number;
    comprehension_question_id: number | null;
    question_type: 0 | 1 | 2 | 3;
    complexity: number;
    question_text: string;
    option_1: string | null;
    option_2: string | null;
    option_3: string | null;
    option_4: string | null;
    image_option_1: string | null;
    image_option_2: string | null;
    image_option_3: string | null;
    image_option_4: string | null;
    image_option_1_alt: string | null;
    image_option_2_alt: string | null;
    image_option_3_alt: string | null;
    image_option_4_alt: string | null;
    image_option_1_size: number;
    image_option_2_size: number;
    image_option_3_size: number;
    image_option_4_size: number;
    supporting_picture: string | null;
    supporting_picture_alt: string | null;
    supporting_picture_size: number;
    options_layout: number;
    accepted_answers: Json<AcceptedAnswer[]>;
    precision: number;
    numerical_notes: string | null;
    hint: Defaulted<string | null>;
    solution_text: string | null;
    solution_supporting_picture: string | null;
    solution_supporting_picture_alt: string | null;
    solution_supporting_picture_size: number;
    video_solution_uri: string | null;
    is_for_practice: boolean;
    /** The initial rating; if practice has changed it, the present rating is in `question_ratings`. */
    rating: number;
    correction: Defaulted<Withdrawal | null>;
    /** Null if the topic's value applies. */
    not_asked_since: OptionalJson<NotAskedSince | null>;
    retired_at: Defaulted<Date | null>;
    languages: Defaulted<string[]>;
    /** Whether it is a picture of a question of a printed paper; only that paper asks it. */
    is_picture: Defaulted<boolean>;
    /** The same for two questions that differ in numbers and signs at most. */
    likeness: GeneratedAlways<string>;
  };
  question_translations: {
    question_id: number;
    institute_id: Defaulted<number | null>;
    language: TranslatedLanguage;
    version: Defaulted<number>;
    content: Json<TranslationEntry>;
  };
  passage_translations: {
    passage_id: number;
    institute_id: Defaulted<number | null>;
    language: TranslatedLanguage;
    version: Defaulted<number>;
    content: Json<PassageTranslation>;
  };
  question_ratings: { question_id: number; rating: number };
  topic_question_counts: { topic_id: number; institute_id: number | null; question_count: number };
  question_search: {
    question_id: number;
    document: string;
    formulas: string;
  };
  search_pending: { question_id: number };
  search_words: {
    word: string;
    question_count: number;
    form: string | null;
  };
  quick_points: {
    id: GeneratedAlways<number>;
    institute_id: Defaulted<number | null>;
    code: string;
    chapter_id: number;
    position: number;
    title: string;
    text: string;
    supporting_picture: string | null;
    supporting_picture_alt: string | null;
    supporting_picture_size: number;
    supporting_text: string | null;
  };
  papers: {
    id: GeneratedAlways<number>;
    code: string;
    name: string;
    test_mode_type: 0 | 1 | 2;
    test_type: string;
    preset: string | null;
    time_kind: 'wall_clock' | 'session_time';
    test_duration: number;
    is_new_neet_pattern: boolean;
    is_assignment: boolean;
    courses: string[];
    is_free: boolean;
    is_test_retakable: boolean;
    allows_review: boolean;
    institute_id: number | null;
    opens_at: Date | null;
    closes_at: Date | null;
    version: Generated<number>;
    position: number;
    results_published_at: Defaulted<Date | null>;
    should_request_otp: Defaulted<boolean>;
    can_lock_test: Defaulted<boolean>;
    /** Whether every attempt is in exam-exact mode. */
    is_exam_exact: Defaulted<boolean>;
    otp_hash: Defaulted<Buffer | null>;
    /** Whether its scores must be computed again after an upgrade. */
    scores_due: Defaulted<boolean>;
    /** The seed of the orders of its printed sets, and whether they change the order of options too. */
    sets_seed: Defaulted<number>;
    sets_move_options: Defaulted<boolean>;
  };
  paper_sections: {
    paper_id: number;
    position: number;
    name: string;
    section: number;
    subject_id: number;
    question_type: 0 | 1 | 2 | 3;
    question_count: number;
    first_position: number;
    attempt_limit: number | null;
    limit_kind: 'block' | 'first_n' | null;
    integer: boolean;
    correct: number;
    incorrect: number;
    unattempted: number;
    partial: number[] | null;
  };
  paper_questions: { paper_id: number; position: number; section_position: number; question_id: number };
  paper_drafts: {
    id: GeneratedAlways<number>;
    institute_id: number;
    name: string;
    plan: Json<Value<typeof DraftPlan>>;
    /** The questions in order, each with its section and whether it is locked. */
    items: DefaultedJson<Value<typeof DraftItem>[]>;
    /** Questions that were swapped away, the latest last. */
    passed: Defaulted<number[]>;
    version: Defaulted<number>;
    changed_at: Date;
    /** The test that the draft was made into. */
    paper_id: Defaulted<number | null>;
    /** As in `papers`. A test that is made from the draft gets the same values. */
    sets_seed: Defaulted<number>;
    sets_move_options: Defaulted<boolean>;
  };
  bank_passages: {
    id: GeneratedAlways<number>;
    institute_id: number;
    content: Json<PassageContent>;
    version: Defaulted<number>;
    changed_at: Date;
    /** The published passage, whose text is fixed. */
    comprehension_question_id: Defaulted<number | null>;
  };
  bank_questions: {
    id: GeneratedAlways<number>;
    institute_id: number;
    state: Defaulted<BankState>;
    version: Defaulted<number>;
    content: Json<BankContent>;
    faults: DefaultedJson<QuestionFault[]>;
    remark: Defaulted<string | null>;
    bank_passage_id: Defaulted<number | null>;
    /** The published question. */
    question_id: Defaulted<number | null>;
    approved_version: Defaulted<number | null>;
    /** The question that this one is to replace. */
    follows_id: Defaulted<number | null>;
    submitted_by: Defaulted<number | null>;
    changed_by: Defaulted<number | null>;
    changed_at: Date;
    /** Null while the entry of the published question is current. */
    document: Defaulted<string | null>;
    formulas: Defaulted<string>;
  };
  bank_question_versions: {
    bank_question_id: number;
    version: number;
    content: Json<BankContent>;
    saved_by: Defaulted<number | null>;
    saved_at: Date;
  };
  bank_changes: {
    id: GeneratedAlways<number>;
    institute_id: number;
    change: Json<Value<typeof BulkChange>>;
    entries: Json<BulkEntry[]>;
    made_by: number | null;
    made_at: Date;
    undone_at: Defaulted<Date | null>;
  };
  question_imports: {
    id: GeneratedAlways<number>;
    institute_id: number;
    made_by: number | null;
    made_at: Date;
    file_name: string;
    /** The uploaded file, until its rows are staged. */
    stored_file_id: Defaulted<number | null>;
    sha256: Buffer;
    format: Defaulted<string | null>;
    state: Defaulted<ImportState>;
    reason: Defaulted<string | null>;
    file_notices: DefaultedJson<Value<typeof ImportNotice>[]>;
    defaults: Json<Value<typeof ImportDefaults>>;
    made_as: Defaulted<MadeAs>;
    word: Defaulted<string | null>;
    row_count: Defaulted<number>;
    done_count: Defaulted<number>;
    counts: DefaultedJson<Partial<Value<typeof ImportCounts>>>;
    kept: DefaultedJson<Value<typeof KeptCount>[]>;
    committed_at: Defaulted<Date | null>;
    undone_at: Defaulted<Date | null>;
    worked_for: number | null;
    worked_as: StaffRole;
    worked_at: Defaulted<Date | null>;
    attempt_count: Defaulted<number>;
    is_waiting: Defaulted<boolean>;
    expires_at: Date;
  };
  question_import_passages: {
    import_id: number;
    number: number;
    content: Json<PassageContent>;
    bank_passage_id: Defaulted<number | null>;
  };
  question_import_rows: {
    import_id: number;
    number: number;
    place: string;
    source: string;
    /** Null if no question could be read. */
    content: OptionalJson<BankContent | null>;
    passage_number: Defaulted<number | null>;
    topic_name: Defaulted<string>;
    notices: DefaultedJson<Value<typeof ImportNotice>[]>;
    /** Null until the content is checked. */
    faults: OptionalJson<QuestionFault[] | null>;
    is_excluded: Defaulted<boolean>;
    version: Defaulted<number>;
    same_as_number: Defaulted<number | null>;
    same_as_id: Defaulted<number | null>;
    made_at: Defaulted<Date | null>;
    bank_question_id: Defaulted<number | null>;
    made_version: Defaulted<number | null>;
  };
  question_import_pictures: { import_id: number; hash: string; media_type: string; bytes: Buffer };
  question_import_topics: { institute_id: number; name: string; topic_id: number };
  question_times: { paper_id: number; question_id: number; median_time: number; answered_by: number; measured_at: Date };
  shift_groups: { id: GeneratedAlways<number>; institute_id: number; name: string; created_at: Date };
  shift_group_papers: { paper_id: number; group_id: number };
  key_corrections: {
    id: GeneratedAlways<number>;
    question_id: number;
    made_at: Date;
    previous_answers: Json<AcceptedAnswer[]>;
    previous_correction: Defaulted<Withdrawal | null>;
    is_undo: Defaulted<boolean>;
    accepted_answers: Json<AcceptedAnswer[]>;
    correction: Withdrawal | null;
    reason: string;
  };
}
