import { type Pattern, patternsOf, Sentence } from '@abhyas/exam/institute/sentence';

/**
 * The catalogue of refusals: code, HTTP status, text. A server function throws `new Problem(code)`; the web catches the same class. The
 * statuses 307, 401, 406 and 410 each have one fixed meaning (docs/product.md) and are used for nothing else.
 */
export const problems = {
  invalid_input: [400, 'That request was not understood.'],
  not_signed_in: [401, 'Sign in to go on.'],
  only_mobile: [307, 'Your institute uses the app only. Open it on your phone.'],
  pending_test: [307, 'A test of your institute is under way. Finish it first.'],
  other_domain: [406, 'Your institute has its own site. Go on there.'],
  premium_needed: [410, 'This is part of Premium. Subscribe to open it.'],
  not_allowed: [403, 'You have no access to this.'],
  beyond_institute_code: [
    403,
    'You logged in with your institute’s code, which opens only its tests and classes. For this, log in with your phone number or Google.',
  ],
  second_factor_needed: [403, 'Enter the code of your authenticator app first.'],
  foreign_origin: [403, 'This request did not come from the site. Open the site and try again.'],
  not_registered: [403, 'Give your name and course first.'],
  link_expired: [422, 'This link has expired or is damaged. Ask the student to send a new one.'],
  consent_needed: [403, 'A parent or guardian has to agree first.'],
  not_found: [404, 'There is nothing at this address.'],
  not_begun: [404, 'You have not begun this yet.'],
  not_an_active_test: [404, 'This is not an active test.'],
  other_institute: [409, 'You have switched to another membership since this page was opened. Reload the page.'],
  not_possible: [409, 'That cannot be done.'],
  students_sitting: [409, 'Students are sitting a test with these questions: {who}.{how}'],
  institute_exists: [409, 'An institute with this code exists already. Choose another code.'],
  session_finished: [409, 'This session is finished.'],
  received_late: [409, 'Your answers came after the end of the test. They are kept, and shown to you and your institute as received late.'],
  finished_test: [409, 'A finished test cannot be resumed.'],
  test_not_open: [409, 'Test cannot start before {date} {time}'],
  test_closed: [409, 'The time for this test is over.'],
  unable_to_begin: [409, 'Unable to begin the test. Try again after some time.'],
  review_not_allowed: [409, 'To revise, your institute needs to publish the question paper. Please contact your admin.'],
  not_restartable: [409, 'Answer a question before you restart.'],
  class_not_open: [409, 'You can join this class from {time}.'],
  class_over: [409, 'This class is over.'],
  class_cancelled: [409, 'This class was cancelled.'],
  class_clash: [409, 'Another class is at that time: {clash}.'],
  question_locked: [409, 'Your teacher has locked the question !'],
  already_answered: [409, 'You have answered this question with option {option}. The first answer counts.'],
  price_changed: [409, 'The price has changed since this page was loaded. Look again before you pay.'],
  draft_changed: [409, 'This paper was changed on another page. Load it again before you go on.'],
  question_changed: [409, 'This question was changed on another page. Compare both texts before you go on.'],
  quiz_moved_on: [409, 'The quiz has changed since this page was loaded. Look again before you go on.'],
  too_large: [413, 'This is too much to send at once. Send less.'],
  wrong_media_type: [415, 'Send the body as JSON, with the content type application/json.'],
  refused_file: [422, 'This file cannot be accepted. Choose another one.'],
  damaged_file: [422, 'This is not one of your answer files, or it was changed.'],
  damaged_profile: [422, 'Your profile did not arrive whole. Try again.'],
  old_profile_key: [422, 'The key of this page is out of date. Reload it and try again.'],
  google_failed: [422, 'Try Again or enter your mobile number'],
  google_taken: [409, 'This Google account, or your account here, is connected already.'],
  phone_needed: [409, 'Set a phone number first.'],
  several_people: [409, 'Several people practise with this number. Choose who you are.'],
  phone_taken: [409, 'This number has an account of its own. Log in with it.'],
  wrong_institute_code: [422, 'The institute, the ID or the OTP is wrong, or the OTP was used. Ask your institute for a new one.'],
  wrong_move_code: [422, 'This code is wrong, was used, or is too old. Ask your invigilator for a new one.'],
  wrong_second_factor: [422, 'This code is wrong, or was used before. Wait for the next one.'],
  invalid_coupon: [422, 'Invalid Coupon Code'],
  invalid_referral: [422, 'Invalid Referral Code'],
  payment_refused: [422, 'This payment could not be confirmed. If money was taken, the payment provider tells us.'],
  wrong_word: [
    422,
    'The address of the first day is wrong, was used before, or is more than an hour old. Restart the server: it gives a new one until the first institute exists.',
  ],
  wrong_code: [422, 'Invalid Otp.'],
  code_expired: [422, 'This code is no longer valid. Ask for a new one.'],
  too_many_requests: [429, 'Too many tries. Wait a little and try again.'],
  wait_for_code: [429, 'Wait {seconds} seconds before you ask for another code.'],
  defect: [500, 'Something went wrong'],
  maintenance: [503, 'Server under maintenance'],
  payment_unavailable: [503, 'The payment service did not answer. Nothing was taken. Try again in a moment.'],
  storage_away: [503, 'The storage of files did not answer. Nothing was changed. Try again in a moment.'],
  storage_full: [507, 'The server has no room left to keep this. Keep what you have, and tell whoever runs the site.'],
  code_not_sent: [503, 'The code could not be sent. Try again in a moment.'],
  busy: [503, 'The server is busy. Try again in a moment.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof problems;

/**
 * A refusal. `message` is shown to the person; each `{name}` in the catalogue's text is filled from `words`. A text in place of words is
 * for staff only; a sentence is for everybody.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  /** Seconds to wait before the next try; set on temporary refusals only. */
  readonly retryAfter: number | undefined;
  /** The pattern and words of a message with gaps. */
  readonly said: Pattern | undefined;
  /** The target of a redirect: an address of this site or of a listed host. */
  readonly to: string | undefined;
  constructor(code: ProblemCode, words: Record<string, string> | Sentence | string = {}, retryAfter?: number, to?: string) {
    const [status, text] = problems[code];
    const said = typeof words === 'string' || words instanceof Sentence ? words : new Sentence(text, words);
    super(typeof said === 'string' ? said : said.text);
    this.name = 'Problem';
    this.code = code;
    this.status = status;
    [this.said] = patternsOf([said]);
    this.retryAfter = retryAfter;
    this.to = to;
  }
}
