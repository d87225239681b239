import { getStudentHomeData } from '@abhyas/contract/site/home';
import { expect } from '@playwright/test';
import { callSite, newPhone } from './sign-in.ts';
import { beginTest, idOf, newStudent, signInAs, test } from './student.ts';

test('a private address leads to the sign-in, which leads back to that address', async ({ page, console }) => {
  // A visitor's call fails with 401, which Chromium logs.
  console.expectFaults(/401.*users\/me/);
  await page.goto('/mock');
  await expect(page).toHaveURL(/\/login\?to=/);
  await page.getByLabel('Phone number').fill(newPhone());
  await page.getByRole('button', { name: 'Next' }).click();
  const code = await page
    .getByText('The code would be')
    .getByText(/^\d{6}$/)
    .innerText();
  await page.getByLabel('Digit 1 of 6').pressSequentially(code);
  await page.getByLabel('Your name').fill('Nila Das');
  await page.getByLabel('Engineering').check();
  await page.getByLabel('Age', { exact: true }).fill('18');
  await page.getByRole('button', { name: 'Save' }).click();
  // Exam and year are optional.
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page).toHaveURL('/mock');
  await expect(page.getByRole('heading', { level: 1, name: 'Test Series' })).toBeVisible();
});

test('the sign-in does not return to an address of another site', async ({ page, console }) => {
  console.expectFaults(/401.*users\/me/);
  await page.goto('/login?to=//example.com/');
  await page.getByLabel('Phone number').fill(newPhone());
  await page.getByRole('button', { name: 'Next' }).click();
  const code = await page
    .getByText('The code would be')
    .getByText(/^\d{6}$/)
    .innerText();
  await page.getByLabel('Digit 1 of 6').pressSequentially(code);
  await page.getByLabel('Your name').fill('Nila Das');
  await page.getByLabel('Medical').check();
  await page.getByLabel('Age', { exact: true }).fill('18');
  await page.getByRole('button', { name: 'Save' }).click();
  // Exam and year are optional.
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page).toHaveURL('/home');
});

const landings = [
  {
    phone: '9000000001',
    who: 'a JEE student',
    landing: '/home',
    menu: [
      'Physics',
      'Chemistry',
      'Maths',
      'Test Series',
      'Previous Papers',
      /^Mistake Book/,
      'My Progress',
      'Score Path',
      'Bookmark',
      'My Notes',
      'Monday Letter',
    ],
  },
  {
    phone: '9000000002',
    who: 'a student of both courses',
    landing: '/home',
    menu: [
      'Physics',
      'Chemistry',
      'Maths',
      'Biology',
      'Test Series',
      'Previous Papers',
      /^Mistake Book/,
      'My Progress',
      'Score Path',
      'Bookmark',
      'My Notes',
      'Monday Letter',
    ],
  },
  {
    phone: '9000000003',
    who: 'a NEET student',
    landing: '/home',
    menu: [
      'Physics',
      'Chemistry',
      'Biology',
      'Test Series',
      'Previous Papers',
      /^Mistake Book/,
      'My Progress',
      'Score Path',
      'Bookmark',
      'My Notes',
      'Monday Letter',
    ],
  },
  {
    phone: '9000000004',
    who: 'a student of an institute',
    landing: '/home',
    menu: [
      'Physics',
      'Chemistry',
      'Maths',
      'Test Series',
      'Previous Papers',
      'Test',
      'Assignment',
      /^Mistake Book/,
      'My Progress',
      'Score Path',
      'Bookmark',
      'My Doubts',
      'Monday Letter',
    ],
  },
  {
    phone: '9000000005',
    who: 'a student with the test board only',
    landing: '/institute?type=test',
    menu: ['Test', 'Assignment', 'My Doubts'],
  },
  {
    phone: '9000000006',
    who: 'a student of higher education',
    landing: '/virtual_meeting',
    menu: ['Live Classes', 'Offline Tests', 'Time Table', 'Attendance', 'Files', 'Quiz Scores', 'Video Library'],
  },
];

for (const { phone, who, landing, menu } of landings) {
  test(`${who} lands on ${landing}, with a menu of their own pages`, async ({ page }) => {
    await signInAs(page, phone);
    await page.goto('/');
    // The start page does not ask who is signed in; the first private page does.
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
    await page.goto('/');
    await expect(page).toHaveURL(landing);
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('listitem')).toHaveText(menu);
  });
}

test('the home of a student of an institute leads to its tests', async ({ page }) => {
  await signInAs(page, '9000000004');
  await page.goto('/home');
  await page.getByRole('link', { name: /^\d+ tests from your institute$/ }).click();
  await expect(page).toHaveURL('/institute?type=test');
});

for (const phone of ['9000000005', '9000000006']) {
  test(`${phone}, who has neither Train nor Test, is redirected from both to their own start page`, async ({ page }) => {
    await signInAs(page, phone);
    const landing = phone === '9000000005' ? '/institute?type=test' : '/virtual_meeting';
    for (const address of ['/home', '/physics', '/mock', '/previous_paper', '/bookmark', '/bookmark/doubts']) {
      await page.goto(address);
      await expect(page).toHaveURL(landing);
    }
  });
}

test('a locked topic offers Premium, and its address redirects to Premium', async ({ page, student, console }) => {
  const chapter = await idOf(student, 'First steps');
  await page.goto(`/chapter/${chapter}`);
  await page.getByRole('button', { name: /Further steps/ }).click();
  const prompt = page.getByRole('dialog', { name: / is part of Premium$/ });
  await prompt.getByRole('button', { name: 'Later' }).click();
  await expect(prompt).toHaveCount(0);
  await expect(page).toHaveURL(`/chapter/${chapter}`);
  await page.getByRole('button', { name: /Further steps/ }).click();
  await prompt.getByRole('link', { name: 'Get Premium' }).click();
  await expect(page).toHaveURL('/payment');
  await expect(page.getByRole('heading', { name: /^Everything you practise, opened for/ })).toBeVisible();

  // The topic after the free one, opened by its address.
  console.expectFaults(/410/);
  await page.goto(`/chapter/${chapter}`);
  const free = await page.getByRole('link', { name: /^The four kinds/ }).getAttribute('href');
  await page.goto(`/train/${Number(free?.split('/').at(-1)) + 1}`);
  await expect(page).toHaveURL('/payment');
});

test('a locked mock has a Subscribe button, which leads to Premium; a free mock has Begin', async ({ page }) => {
  await newStudent(page, 'MED');
  await page.goto('/mock');
  const free = page.getByRole('listitem').filter({ hasText: 'NEET mock 1' });
  await expect(free.getByRole('link', { name: 'Begin' })).toBeVisible();
  await page.getByRole('listitem').filter({ hasText: 'Locked mock' }).getByRole('link', { name: 'Subscribe' }).click();
  await expect(page).toHaveURL('/payment');
});

test('Premium opens every topic and every mock', async ({ page, baseURL }) => {
  const student = await signInAs(page, '9000000002');
  await page.goto(`/chapter/${await idOf(student, 'First steps')}`);
  await expect(page.getByRole('link', { name: /Further steps/ })).toBeVisible();
  const home = (asked: { type: string; id?: number }) => callSite(baseURL ?? '', student.token, getStudentHomeData, asked);
  for (const type of ['Physics', 'Chemistry', 'Maths', 'Biology']) {
    const { chapters = [] } = await home({ type });
    expect(chapters.length, type).toBeGreaterThan(0);
    for (const { id, name } of chapters) {
      const { checkpoints = [] } = await home({ type: 'chapter', id });
      expect(
        checkpoints.map(({ has_access }) => has_access),
        name,
      ).toEqual(checkpoints.map(() => true));
      expect(checkpoints.length, name).toBeGreaterThan(0);
    }
  }
  await page.goto('/mock');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Subscribe' })).toHaveCount(0);
  await page.goto('/payment');
  await expect(page.getByRole('heading', { name: 'You have Premium' })).toBeVisible();
});

test('an unknown address is reported, also to a signed-in student whom the browser does not remember', async ({
  page,
  console,
  student: _student,
}) => {
  console.expectFaults(/404.*no\/such\/page/);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Select a chapter to start practicing!' })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the start' }).click();
  await expect(page).toHaveURL('/');
});

test('an unknown address is reported to a visitor', async ({ page, console }) => {
  console.expectFaults(/404.*no\/such\/page/);
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test.describe('a sign-in that ended on the server', () => {
  test.beforeEach(async ({ page, console, student: _student }) => {
    console.expectFaults(/401/);
    await page.goto('/home');
    await expect(page.getByRole('heading', { name: 'Select a chapter to start practicing!' })).toBeVisible();
    await page.request.post('/api/authentications/logout', { data: {}, headers: { origin: new URL(page.url()).origin } });
  });

  for (const path of ['/home', '/mock', '/payment'])
    test(`redirects from ${path} to the start`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('link', { name: 'Join for Free' }).first()).toBeVisible();
    });

  for (const path of ['/train/1', '/test/1', '/test/1?review=true'])
    test(`redirects from ${path} to the sign-in and back`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL(`/login?to=${encodeURIComponent(path)}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Log in or join' })).toBeVisible();
    });
});

test('a logout in one tab sends the other tab to the start', async ({ page, context, console, student: _student }) => {
  // The other tab may request notifications before it learns of the logout.
  console.expectFaults(/401/);
  await page.goto('/mock');
  await expect(page.getByRole('heading', { level: 1, name: 'Test Series' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/home');
  await other.getByRole('button', { name: 'Profile of Nila Das' }).click();
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL('/');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Join for Free' }).first()).toBeVisible();
});

test('after a logout in one tab, a test in another tab continues and asks for a new sign-in on top of the test', async ({
  page,
  context,
  console,
  student,
}) => {
  console.expectFaults(/401/);
  await beginTest(student, 'Short test');
  const other = await context.newPage();
  await other.goto('/home');
  await page.request.post('/api/authentications/logout', { data: {}, headers: { origin: new URL(page.url()).origin } });
  await other.evaluate(() => localStorage.removeItem('user'));
  await page.getByRole('radio', { name: /joule/ }).click();
  const signIn = page.getByRole('dialog', { name: 'Sign in to go on' });
  await expect(signIn.getByRole('button', { name: /^Send a code to \+91 \d{10}$/ })).toBeVisible();
  await expect(page.getByRole('radio', { name: /joule/, includeHidden: true })).toBeChecked();
});

test('a teacher lands on the console of staff, which reports an unknown address', async ({ page, console }) => {
  console.expectFaults(/404.*staff\/nothing/);
  await signInAs(page, '9000000012');
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL('/staff');
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await page.goto('/staff/nothing');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await page.goto('/staff');
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
});
