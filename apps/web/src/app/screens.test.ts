import { isPage, pageAddresses } from '@abhyas/contract/site/pages';
import { expect, test } from 'vitest';
import type { User } from '../platform/user.ts';
import { type Access, leadAway } from './access.ts';
import { screens } from './screens.tsx';
import { staffScreens } from './staff/staff-screens.ts';

const student: User = {
  id: 1,
  type: 'Student',
  name: 'Asha Rao',
  phone: null,
  course: 'ENG',
  referral_code: null,
  institute_id: null,
  badge_id: null,
  is_higher_education: false,
  has_only_test_board_access: false,
  is_institute_student: false,
  has_premium_access: false,
  consent: 'given',
  deletion_due_at: null,
  language: null,
  membership: null,
  memberships: [],
  reach: 'account',
};
const inInstitute = { ...student, institute_id: 1 };

/** Every kind of user, by the letter used in the table below. */
const kinds = {
  V: null,
  U: { ...student, name: null, course: null },
  S: student,
  N: { ...student, consent: 'missing' },
  M: inInstitute,
  I: { ...inInstitute, is_institute_student: true },
  T: { ...inInstitute, is_institute_student: true, has_only_test_board_access: true },
  H: { ...inInstitute, is_higher_education: true },
  A: { ...inInstitute, type: 'Admin' },
  E: { ...inInstitute, type: 'Teacher' },
  C: { ...inInstitute, type: 'Counsellor' },
  G: { ...inInstitute, type: 'Guardian' },
} as const satisfies Record<string, User | null>;

/** The page to which each kind of user is redirected from a screen without access. */
const landings = {
  V: 'sign-in',
  U: 'sign-in',
  S: '/home',
  N: '/consent',
  M: '/home',
  I: '/home',
  T: '/institute?type=test',
  H: '/virtual_meeting',
  A: '/staff',
  E: '/staff',
  C: '/staff',
  G: '/guardian',
} as const satisfies Record<keyof typeof kinds, string>;

const everybody = 'VUSNMITHAECG';
/** The kinds of user with access to a screen, by the beginning of its address. The first matching line applies. */
const table: readonly (readonly [RegExp, string])[] = [
  [
    /^\/(login|sign_in|sign_up|user_registration|solutions|jobs|careers|about|terms|privacy|videos|talent|playstore_redirect|index|mobile_redirection|maintenance|try|agree|letter_mail|continue_test|first-day)?(\/|$)/,
    everybody,
  ],
  [/^\/profile$/, 'SNMITHAECG'],
  [/^\/(consent|first_questions)$/, 'N'],
  [/^\/invitations$/, 'USNMITHAECG'],
  [/^\/letter$/, 'SNMIHAECG'],
  [/^\/payment(\/|$)/, 'SMIH'],
  [/^\/referral_code$/, 'USNMITHAECG'],
  [
    /^\/(virtual_meeting|view_class|live_classroom|attend_quiz|institute_files|offline_tests|time_table|attendance|quiz_scores|video_library)(\/|$)/,
    'MH',
  ],
  [
    /^\/(institute|test_instruction|test|assignment|answer_file|initial_test_report|test_report|session_report|key_challenges|doubts|leaderboard|improvements)(\/|$)/,
    'SMITH',
  ],
  [/^\/staff(\/|$)/, 'AEC'],
  [/^\/guardian(\/|$)/, 'G'],
  // Train, Test and the screens below them.
  [/^\//, 'SMI'],
];

/** Path and access of each screen. */
const lines = screens.map(({ options }) => options as unknown as { path: string; staticData?: { access: Access } });

test.each(lines.map(({ path, staticData }) => [path, staticData?.access ?? 'anyone'] as const))(
  '%s opens for its audience, and everybody else is redirected to their own start page',
  (path, access) => {
    const allowed = table.find(([place]) => place.test(path))?.[1] ?? '';
    const outcomes = Object.entries(kinds).map(([kind, user]) => {
      const led = leadAway(access, user, path);
      return [kind, led === null ? 'open' : led.startsWith('/login?to=') ? 'sign-in' : led];
    });
    const expected = Object.entries(landings).map(([kind, landing]) => [kind, allowed.includes(kind) ? 'open' : landing]);
    expect(Object.fromEntries(outcomes)).toEqual(Object.fromEntries(expected));
  },
);

test('the addresses that the server knows as pages are exactly those of the screens', () => {
  const paths = [...screens, ...staffScreens].map(({ options }) => (options as unknown as { path: string }).path);
  expect(pageAddresses).toEqual(paths);
  for (const path of ['/', '/home', '/home/', '/physics', '/anything', '/train/12', '/staff', '/staff/tests/7/hall'])
    expect(isPage(path), path).toBe(true);
  for (const path of ['/health', '/metrics', '/foo.json', '/.well-known/x', '/train/x', '/staff/none', '//home', '/home/x'])
    expect(isPage(path), path).toBe(false);
});
