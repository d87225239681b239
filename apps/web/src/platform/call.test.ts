import type { Answer } from '@abhyas/contract/endpoint';
import { getStudentHomeData } from '@abhyas/contract/site/home';
import { Problem } from '@abhyas/contract/problem';
import { getTestQuestions } from '@abhyas/contract/tests/attempts';
import { restartTrainSessionItem } from '@abhyas/contract/practice/practice';
import { getReport } from '@abhyas/contract/reports/session-reports';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerAhead, arrivedAnswer, call, NetworkFailure, serverWords } from './call.ts';
import { i18n } from './language.ts';
import { rememberUser, type User } from './user.ts';

interface Sent {
  url: string;
  init: RequestInit;
}

let sent: Sent[];
let answer: () => Promise<Response>;

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } }));

beforeEach(() => {
  sent = [];
  answer = () => json({ success: true });
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const bodyOf = (request: Sent | undefined): unknown => JSON.parse(String(request?.init.body));
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (failure: unknown) => failure,
  );

describe('an answer that the page fetched before it was needed', () => {
  const url = '/api/student_app/7/get_report?app_version=1';
  /** Fetches an answer before it is needed, as the script in the page's head does. */
  const askAhead = (response: Promise<Response>) => {
    const coming = response.then(async (heard) => ({ response: heard, text: await heard.text(), sentAt: 1, receivedAt: 2 }));
    coming.catch(() => undefined);
    globalThis.window.earlyAnswers = new Map([[url, { coming }]]);
  };
  const untilItHasCome = async () => {
    const early = globalThis.window.earlyAnswers?.get(url);
    if (early) early.heard = await early.coming;
  };
  beforeEach(() => vi.stubGlobal('window', globalThis));

  it('is used by the next call of the same address, once', async () => {
    askAhead(json({ subjects: ['Physics'] }));
    expect(await call(getReport, { id: 7 })).toEqual({ subjects: ['Physics'] });
    expect(sent).toHaveLength(0);
    await call(getReport, { id: 7 });
    expect(sent).toHaveLength(1);
  });

  it('is not used by a call with another input', async () => {
    askAhead(json({}));
    await call(getReport, { id: 8 });
    expect(sent).toHaveLength(1);
  });

  it('is discarded when a change is sent meanwhile', async () => {
    askAhead(json({}));
    await call(restartTrainSessionItem, { id: 9 });
    await call(getReport, { id: 7 });
    expect(sent).toHaveLength(2);
  });

  it('that failed also fails the call that uses it', async () => {
    askAhead(Promise.reject(new TypeError('Failed to fetch')));
    expect(await failureOf(call(getReport, { id: 7 }))).toBeInstanceOf(NetworkFailure);
  });

  it('does not keep a caller waiting that has given up', async () => {
    askAhead(new Promise(() => {}));
    const leaving = new AbortController();
    const failure = failureOf(call(getReport, { id: 7 }, { signal: leaving.signal }));
    leaving.abort(new Error('left'));
    expect(await failure).toEqual(new Error('left'));
    askAhead(new Promise(() => {}));
    expect(await failureOf(call(getReport, { id: 7 }, { signal: leaving.signal }))).toEqual(new Error('left'));
  });

  it('can be read without waiting once it has arrived, unless it is a refusal', async () => {
    askAhead(json({ subjects: ['Physics'] }));
    expect(arrivedAnswer(getReport, { id: 7 })).toBeUndefined();
    await untilItHasCome();
    expect(arrivedAnswer(getReport, { id: 7 })).toEqual({ subjects: ['Physics'] });
    expect(arrivedAnswer(getReport, { id: 7 })).toBeUndefined();
    askAhead(json({ code: 'not_found', message: 'No' }, 404));
    await untilItHasCome();
    expect(arrivedAnswer(getReport, { id: 7 })).toBeUndefined();
  });

  it('that was part of another answer is used by the next call without a request', async () => {
    const bookmarks = { bookmarked_question_ids: [3] } as Answer<typeof getTestQuestions>;
    answerAhead(getTestQuestions, { id: 7 }, bookmarks);
    expect(await call(getTestQuestions, { id: 7 })).toBe(bookmarks);
    expect(sent).toHaveLength(0);
  });
});

describe('a request', () => {
  it('with GET has the id in the path, and all other fields and the version code in the query', async () => {
    await call(getReport, { id: 7, is_test: true });
    expect(sent[0]?.url).toBe('/api/student_app/7/get_report?is_test=true&app_version=1');
    expect(sent[0]?.init.body).toBeNull();
  });

  it('leaves out an absent query field', async () => {
    await call(getReport, { id: 7 });
    expect(sent[0]?.url).toBe('/api/student_app/7/get_report?app_version=1');
  });

  it('with POST has its fields and the version code in a JSON body', async () => {
    await call(getStudentHomeData, { type: 'chapter', id: 3 });
    expect(sent[0]?.url).toBe('/api/student_app/get_student_home_data');
    expect(bodyOf(sent[0])).toEqual({ type: 'chapter', id: 3, app_version: '1' });
    expect(sent[0]?.init.headers).toMatchObject({ 'content-type': 'application/json' });
  });

  it('with POST and an id in the path does not repeat the id in the body', async () => {
    await call(restartTrainSessionItem, { id: 9 });
    expect(sent[0]?.url).toBe('/api/student_app/9/restart_train_session_item');
    expect(bodyOf(sent[0])).toEqual({ app_version: '1' });
  });

  it('outlives the page when the caller asks for it', async () => {
    const input = { session_id: 1, writer: 1, session_time_spent: 0, current_index: 0, responses: '[]' };
    await call(uploadStudentResponses, input, { keepalive: true });
    expect(sent[0]?.init.keepalive).toBe(true);
  });
});

describe('a refusal', () => {
  it('is thrown as a Problem with the message of the server', async () => {
    answer = () => json({ code: 'test_not_open', message: 'Test cannot start before 5 Jan 2026 15:30' }, 409);
    const failure = await failureOf(call(getReport, { id: 7 }));
    expect(failure).toBeInstanceOf(Problem);
    expect(failure).toMatchObject({ code: 'test_not_open', status: 409, message: 'Test cannot start before 5 Jan 2026 15:30' });
  });

  it.each([
    [502, 'busy'],
    [503, 'busy'],
    [504, 'busy'],
    [413, 'too_large'],
    [429, 'too_many_requests'],
    [401, 'not_signed_in'],
    [418, 'invalid_input'],
  ])('of a gateway, status %d without a code of ours, counts as %s and never as maintenance', async (status, code) => {
    answer = () => Promise.resolve(new Response('<html>Bad Gateway</html>', { status }));
    expect(await failureOf(call(getReport, { id: 7 }))).toMatchObject({ name: 'Problem', code });
  });

  it('with a code that this build does not know keeps the message of the server', async () => {
    answer = () => json({ code: 'brand_new', message: 'Words of a newer server' }, 404);
    expect(await failureOf(call(getReport, { id: 7 }))).toMatchObject({ code: 'not_found', message: 'Words of a newer server' });
  });
});

describe('a network failure', () => {
  it('is a NetworkFailure, not a refusal', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    const failure = await failureOf(call(getReport, { id: 7 }));
    expect(failure).toBeInstanceOf(NetworkFailure);
    expect(failure).toMatchObject({ timedOut: false });
  });

  it('includes an answer of status 200 that was cut short', async () => {
    answer = () => Promise.resolve(new Response('{"success": tr', { status: 200 }));
    expect(await failureOf(call(getReport, { id: 7 }))).toBeInstanceOf(NetworkFailure);
  });

  it('is not thrown to a caller that gave up', async () => {
    const leaving = new AbortController();
    answer = () => {
      leaving.abort();
      return Promise.reject(leaving.signal.reason as Error);
    };
    const failure = await failureOf(call(getReport, { id: 7 }, { signal: leaving.signal }));
    expect(failure).not.toBeInstanceOf(NetworkFailure);
    expect(failure).toMatchObject({ name: 'AbortError' });
  });
});

describe('a refusal of the sign-in', () => {
  const me = { id: 1 } as User;

  it('that arrives after a new sign-in repeats the call once, with the new sign-in', async () => {
    let isSignedIn = false;
    answer = () => {
      const wasSignedIn = isSignedIn;
      isSignedIn = true;
      rememberUser(me);
      return wasSignedIn ? json({ subjects: ['Physics'] }) : json({ code: 'not_signed_in' }, 401);
    };
    expect(await call(getReport, { id: 7 })).toEqual({ subjects: ['Physics'] });
    expect(sent).toHaveLength(2);
  });

  it('is thrown if nobody has signed in since', async () => {
    answer = () => json({ code: 'not_signed_in' }, 401);
    expect(await failureOf(call(getReport, { id: 7 }))).toMatchObject({ code: 'not_signed_in' });
    expect(sent).toHaveLength(1);
  });

  it('is thrown if the new sign-in is refused too', async () => {
    answer = () => {
      rememberUser(me);
      return json({ code: 'not_signed_in' }, 401);
    };
    expect(await failureOf(call(getReport, { id: 7 }))).toMatchObject({ code: 'not_signed_in' });
    expect(sent).toHaveLength(2);
  });
});

it.each([
  ['a refusal with a message', 409, { code: 'test_closed', message: 'The time is over.' }, 'The time is over.'],
  ['a busy server', 503, { code: 'busy', message: 'Try again in a moment.' }, 'Try again in a moment.'],
  ['a refusal without a message', 409, { code: 'test_closed' }, undefined],
  ['a gateway', 502, 'Bad gateway', undefined],
  ['a defect', 500, { code: 'defect', message: 'Something went wrong' }, undefined],
] as const)('only a message of the server itself counts as its words: %s', async (_what, status, body, words) => {
  answer = () => json(body, status);
  expect(serverWords(await failureOf(call(getReport, { id: 7 })))).toBe(words);
});

it('a refusal has its message in the language of the interface', async () => {
  const english = 'Wait 20 seconds before you ask for another code.';
  const said = { pattern: 'Wait {seconds} seconds before you ask for another code.', words: { seconds: '20' } };
  answer = () => json({ code: 'wait_for_code', message: english, said }, 429);
  const refusal = () => failureOf(call(getStudentHomeData, { type: 'home' }));
  expect(await refusal()).toMatchObject({ code: 'wait_for_code', message: english });
  i18n.loadAndActivate({ locale: 'hi-IN', messages: { [said.pattern]: '{seconds} सेकंड रुकें।' } });
  expect(await refusal()).toMatchObject({ code: 'wait_for_code', message: '20 सेकंड रुकें।' });
  i18n.activate('en-IN');
});
