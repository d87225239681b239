import { getStudentHomeData } from '@abhyas/contract/site/home';
import { getTrainQuestions } from '@abhyas/contract/practice/practice';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { expect, type Page } from '@playwright/test';
import { takePicture } from './picture.ts';
import { callSite } from './sign-in.ts';
import { idOf, isNarrow, newStudent, type Student, signInAs, test } from './student.ts';

const address = () => process.env['SITE_ADDRESS'] ?? '';

/** Some days of earlier practice: more right answers than wrong ones. */
async function practiseBefore({ token }: Student): Promise<void> {
  const chapters = ['Kinematics', 'Laws of motion', 'Current electricity', 'Electrostatics'];
  const { chapters: all = [] } = await callSite(address(), token, getStudentHomeData, { type: 'Physics' });
  for (const [at, { id }] of all.filter(({ name }) => chapters.includes(name)).entries()) {
    const { checkpoints = [] } = await callSite(address(), token, getStudentHomeData, { type: 'chapter', id });
    const [topic] = checkpoints;
    if (!topic) continue;
    const opened = await callSite(address(), token, getTrainQuestions, { id: topic.id, object_type: 0, session_type: 0 });
    const { questions, test_info } = opened;
    const responses = questions.slice(0, questions.length - at).map(({ id: question_id, question_type, answers = [], option_1 }, index) => {
      const isRight = (index + at) % 4 !== 3;
      const isTyped = question_type === 1 && option_1 === null;
      const options = Array.isArray(answers) ? answers : [];
      return {
        question_id,
        responses: isTyped ? [] : isRight ? options : [((options[0] ?? 1) % 4) + 1],
        rich_response: isTyped ? (isRight ? String(answers) : '0.5') : null,
        is_marked: false,
        is_visited: true,
        verified: true,
        version: 3,
        question_time_spent: 40 + 17 * index,
        solution_request_time: null,
      };
    });
    await callSite(address(), token, uploadStudentResponses, {
      session_id: test_info.session_id ?? 0,
      writer: test_info.writer,
      session_time_spent: 30,
      current_index: 0,
      responses: JSON.stringify(responses),
      isFinishTest: true,
    });
  }
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Hides chapters that only the tests load: the pictures show the demo's content. */
async function hideChaptersOfTests(page: Page): Promise<void> {
  await page.route('**/api/student_app/get_student_home_data*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { chapters?: { name: string }[] };
    const chapters = answer.chapters?.filter(({ name }) => !['Exam hall', 'First steps'].includes(name));
    await route.fulfill({ response, json: { ...answer, ...(chapters && { chapters }) } });
  });
}

test('home, chapter and Premium', async ({ page }, info) => {
  const student = await newStudent(page, 'MED_ENG');
  await hideChaptersOfTests(page);
  await page.goto('/home');
  await expect(page.getByRole('listitem').filter({ hasText: 'topics' }).first()).toBeVisible();
  await takePicture(page, info, 'home-new');
  await practiseBefore(student);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Continue Training' })).toBeVisible();
  await takePicture(page, info, 'home');
  await page.getByRole('button', { name: /^Profile/ }).click();
  await takePicture(page, info, 'profile');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByText('No Notifications')).toBeVisible();
  await takePicture(page, info, 'notifications');

  await page.goto(`/chapter/${await idOf(student, 'Kinematics')}`);
  await expect(page.getByRole('heading', { name: 'Topics' })).toBeVisible();
  await takePicture(page, info, 'chapter');
  await page
    .getByRole('button', { name: /Premium/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await takePicture(page, info, 'premium-prompt');
});

/** Moves to the next question until one shows the wanted element. */
async function stepTo(page: Page, wanted: () => Promise<boolean>): Promise<boolean> {
  for (let steps = 0; steps < 10; steps += 1) {
    await expect(page.getByRole('article').locator('[aria-busy="true"]')).toHaveCount(0);
    if (await wanted()) return true;
    const next = page.getByRole('button', { name: 'Next' });
    if (!(await next.isVisible()) || (await next.isDisabled())) return false;
    await next.click();
  }
  return false;
}

async function openTopic(page: Page, student: Student, chapter: string, topic: RegExp): Promise<void> {
  await page.goto(`/chapter/${await idOf(student, chapter)}`);
  await page.getByRole('main').getByRole('listitem').getByRole('link', { name: topic }).first().click();
  await expect(page.getByRole('heading', { name: /^Question \d+ of/ })).toBeVisible();
  // Several variants share the student, who may be at a later question already.
  const prev = page.getByRole('button', { name: 'Prev' });
  while (await prev.isEnabled()) await prev.click();
}

/** Opens the solution, unless it is already open, as after a wrong answer. */
async function showSolution(page: Page): Promise<void> {
  const solution = page.getByRole('region', { name: 'Solution' });
  const show = page.getByRole('button', { name: 'Show Text Solution' });
  await expect(solution.or(show)).toBeVisible();
  if (await show.isVisible()) await show.click();
  await expect(solution).toBeVisible();
}

test('practice', async ({ page }, info) => {
  const student = await newStudent(page, 'MED_ENG');
  const article = page.getByRole('article');
  await openTopic(page, student, 'Kinematics', /straight line/);
  await stepTo(
    page,
    async () => (await article.getByRole('radio').count()) > 0 && (await article.getByRole('button', { name: /Enlarge/ }).count()) > 0,
  );
  await takePicture(page, info, 'train-figure');
  await article.getByRole('radio').nth(1).click();
  await takePicture(page, info, 'train-question');
  await page.getByRole('button', { name: 'Verify' }).click();
  await takePicture(page, info, 'train-verified');
  await showSolution(page);
  await takePicture(page, info, 'train-solution');

  await openTopic(page, student, 'First steps', /The four kinds/);
  await stepTo(page, async () => (await article.getByRole('checkbox').count()) > 0);
  await article.getByRole('checkbox').first().click();
  await article.getByRole('checkbox').nth(2).click();
  await takePicture(page, info, 'train-several');

  await openTopic(page, student, 'First steps', /The four kinds/);
  await stepTo(page, async () => (await article.getByRole('group', { name: 'Keypad' }).count()) > 0);
  await article.getByRole('button', { name: '7', exact: true }).click();
  await takePicture(page, info, 'train-numerical');
  await page.getByRole('button', { name: 'Verify' }).click();
  await showSolution(page);
  await takePicture(page, info, 'train-numerical-solution');
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Questions' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await takePicture(page, info, 'train-list');
    await page.getByRole('button', { name: 'Close' }).click();
  }
  await page.getByRole('button', { name: 'Finish' }).filter({ visible: true }).last().click();
  await expect(page.getByRole('dialog', { name: 'Finish this practice' })).toBeVisible();
  await takePicture(page, info, 'train-finish');
  await page.getByRole('dialog').getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('Accuracy').first()).toBeVisible();
  await takePicture(page, info, 'session-report');
});

test('a question with a passage', async ({ page }, info) => {
  const student = await signInAs(page, '9000000002');
  const article = page.getByRole('article');
  await openTopic(page, student, 'Kinematics', /Projectile/);
  await stepTo(page, async () => (await article.getByRole('region', { name: 'Passage' }).count()) > 0);
  await takePicture(page, info, 'train-passage');
});

test('empty pages', async ({ page }, info) => {
  await signInAs(page, '9000000006');
  await page.goto('/virtual_meeting');
  await expect(heading(page, 'Live Classes')).toBeVisible();
  await takePicture(page, info, 'live-classes-empty');
  await newStudent(page, 'ENG');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/institute?type=test');
  await expect(page.getByText('No tests from your institute yet')).toBeVisible();
  await takePicture(page, info, 'institute-tests-empty');
  await page.goto('/institute?type=assignment');
  await expect(page.getByText('No assignments from your institute yet')).toBeVisible();
  await takePicture(page, info, 'institute-assignments-empty');
});
