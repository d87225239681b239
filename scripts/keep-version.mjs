// Stores the data of one version for the test of upgrades: `node scripts/keep-version.mjs CHECKOUT NAME DATABASE_URL`. CHECKOUT is a
// disposable checkout of that version, packages installed. The script deletes part of its content files. DATABASE_URL is an empty
// PostgreSQL database.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse, stringify } from 'yaml';
import { root } from './root.mjs';

const [checkout, name, url] = process.argv.slice(2);
if (!checkout || !name || !url) throw new Error('Usage: node scripts/keep-version.mjs CHECKOUT NAME DATABASE_URL');
const port = 4877;
const practiceQuestions = 3;
const papers = ['quick-mock', 'quick-mock-neet', 'vidya-weekly-test-1', 'vidya-weekly-test-2'];
/** The papers that each person sits, whether they finish, and how many questions they skip. */
const day = {
  9000000001: [['quick-mock', false, 0]],
  9000000002: [
    ['quick-mock', true, 0],
    ['quick-mock-neet', true, 2],
  ],
  9000000003: [['quick-mock-neet', true, 0]],
  9000000004: [['vidya-weekly-test-2', true, 0]],
  9000000005: [['vidya-weekly-test-2', false, 0]],
  9888800001: [['quick-mock', true, 4]],
};
const practised = { object_type: 0, session_type: 0 };

/** Reduces the content to the named papers, their questions, and a few questions for practice. */
function trimContent(folder) {
  const held = new Set();
  const places = ['papers', 'institute-papers'].map((place) => join(folder, place)).filter((place) => existsSync(place));
  const files = places.flatMap((place) => readdirSync(place).map((file) => join(place, file)));
  for (const path of files) {
    const { paper, sections } = parse(readFileSync(path, 'utf8'));
    if (!papers.includes(paper.code)) rmSync(path);
    else for (const { questions } of sections) for (const code of questions) held.add(code);
  }
  for (const file of readdirSync(join(folder, 'cheat-sheets'))) rmSync(join(folder, 'cheat-sheets', file), { recursive: true });
  for (const file of readdirSync(join(folder, 'bank'), { recursive: true }).filter((path) => path.endsWith('.yaml'))) {
    const path = join(folder, 'bank', file);
    const chapter = parse(readFileSync(path, 'utf8'));
    const practice = chapter.questions.filter((question) => question.for === 'practice').slice(0, practiceQuestions);
    const kept = chapter.questions.filter((question) => held.has(question.code) || practice.includes(question));
    if (!kept.some(({ code }) => held.has(code))) {
      rmSync(path);
      continue;
    }
    const passages = chapter.passages?.filter(({ code }) => kept.some(({ passage }) => passage === code));
    const { passages: _, ...rest } = chapter;
    writeFileSync(path, stringify({ ...rest, ...(passages?.length ? { passages } : {}), questions: kept }));
  }
}

/** A person with a browser: sends calls and keeps the sign-in. */
function visitor() {
  const cookies = new Map();
  const person = { token: undefined };
  person.call = async (method, path, fields = {}) => {
    const headers = {
      cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      ...(person.token ? { authorization: `Bearer ${String(person.token)}` } : {}),
    };
    const query = new URLSearchParams({ app_version: '1', ...fields });
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}${method === 'GET' ? `?${query}` : ''}`, {
      method,
      headers: method === 'GET' ? headers : { ...headers, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify({ app_version: '1', ...fields }) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, key, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/-(request|device)$/.test(key)) cookies.set(key, value);
    }
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  return person;
}

async function signIn(phone_number) {
  const person = visitor();
  const { demo_otp } = await person.call('POST', '/authentications/request_otp', { phone_number });
  const { token, is_new_user } = await person.call('POST', '/authentications/login', { phone_number, otp: demo_otp });
  person.token = token;
  if (is_new_user) await person.call('POST', '/users/update_profile', { name: 'Sana Joshi', course: 'ENG', is_onboarding: true });
  return person;
}

/** The upload of a device: answers to all questions but every third, the same in every run. */
const responsesTo = (questions, verified) =>
  questions.map(({ id, question_type }, at) => {
    const isAnswered = at % 3 !== 2;
    const isNumber = question_type === 1;
    return {
      question_id: id,
      responses: isAnswered && !isNumber ? [(at % 4) + 1] : [],
      rich_response: isAnswered && isNumber ? String(at) : null,
      is_marked: at % 5 === 0,
      is_visited: true,
      verified: verified && isAnswered,
      version: 2,
      question_time_spent: 5 + at,
      solution_request_time: null,
    };
  });

const upload = (person, { session_id, writer }, responses, more = {}) =>
  person.call('POST', '/student_app/upload_student_responses', {
    session_id,
    writer,
    session_time_spent: 60,
    current_index: 1,
    responses: JSON.stringify(responses),
    ...more,
  });

async function sit(person, paper, isFinished, skipped) {
  const session = await person.call('POST', '/student_app/find_or_create_session_item', { id: paper });
  const { questions } = await person.call('GET', `/student_app/${paper}/get_test_questions`);
  await upload(person, session, responsesTo(questions, false).slice(skipped), isFinished ? { isFinishTest: true } : {});
}

async function practise(person, topic) {
  const { test_info, questions } = await person.call('GET', `/student_app/${topic}/get_train_questions`, practised);
  await upload(person, test_info, responsesTo(questions, true));
}

const responsesOf = ({ question_responses }) =>
  question_responses.map(({ question_id, responses, rich_response, result }) => ({ question_id, responses, rich_response, result }));

/** The version's answers about a paper that the person has sat; a later version must give the same. */
async function answersAbout(person, id, isFinished) {
  if (!isFinished) return { id, isFinished, responses: responsesOf(await person.call('GET', `/student_app/${id}/get_test_questions`)) };
  const { report_data } = await person.call('GET', `/student_app/${id}/get_report`);
  const review = await person.call('GET', `/student_app/${id}/get_test_questions`, { is_review: true }).then(responsesOf, () => null);
  // The first version had no ranks.
  const rank = await person.call('GET', `/tests/${id}/get_rank`).catch(() => null);
  return { id, isFinished, report: report_data, review, rank };
}

/** The rows of a query that returns one column of JSON. */
const rowsOf = (query) =>
  String(execFileSync('psql', [url, '-Atc', query]))
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row));

async function playDay() {
  const rows = rowsOf('select to_json(p) from (select code, id from papers) p');
  const ids = new Map(rows.map(({ code, id }) => [code, id]));
  const [topic] = rowsOf(
    "select t.id from topics t join questions q on q.topic_id = t.id and q.is_for_practice where t.code like 'phy-%' order by 1 limit 1",
  );
  const people = [];
  for (const [phone, sittings] of Object.entries(day)) {
    const person = await signIn(phone);
    people.push({ phone, person, sittings });
    for (const [code, isFinished, skipped] of sittings) await sit(person, ids.get(code), isFinished, skipped);
  }
  const [first] = people;
  await practise(first.person, topic);
  const kept = [];
  for (const { phone, person, sittings } of people) {
    const { user } = await person.call('GET', '/users/me');
    const tests = [];
    for (const [code, isFinished] of sittings) tests.push(await answersAbout(person, ids.get(code), isFinished));
    kept.push({ phone, token: person.token, id: user.id, name: user.name, tests });
  }
  const practice = await first.person.call('GET', `/student_app/${topic}/get_train_questions`, practised);
  const verified = practice.question_responses
    .filter((one) => one.verified)
    .map(({ question_id, responses, result }) => ({ question_id, responses, result }));
  return { people: kept, practice: { topic, verified } };
}

trimContent(join(checkout, 'content'));
const dataFolder = mkdtempSync(join(tmpdir(), 'abhyas-version-'));
const server = spawn(process.execPath, ['--import', 'tsx', 'apps/server/src/main.ts'], {
  cwd: checkout,
  env: { PATH: process.env.PATH, DATABASE_URL: url, PORT: String(port), DATA_FOLDER: dataFolder },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((resolve) => server.once('exit', resolve));
try {
  await new Promise((resolve, reject) => {
    server.stdout.on('data', (text) => String(text).includes('Abhyas runs') && resolve());
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
  });
  const kept = await playDay();
  server.kill('SIGTERM');
  await ended;
  const folder = join(root, 'apps/server/src/testing/earlier-versions');
  const dump = execFileSync('pg_dump', ['--inserts', '--rows-per-insert=200', '--no-owner', '--no-privileges', url], { maxBuffer: 1e9 });
  // psql's own commands are removed, because the test does not read the dump with psql.
  const text = String(dump).replaceAll(/^\\(un)?restrict .*$/gm, '');
  writeFileSync(join(folder, `${name}.sql.gz`), gzipSync(text, { level: 9 }));
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ at: new Date(), ...kept })}\n`);
} finally {
  server.kill('SIGKILL');
  rmSync(dataFolder, { recursive: true, force: true });
}
