import { expect } from '@playwright/test';
import { setOffline } from './device.ts';
import { takePicture } from './picture.ts';
import { newPhone } from './sign-in.ts';
import { newStudent, test } from './student.ts';

test('the pages of a visitor', async ({ page }, info) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Try one question' })).toBeVisible();
  await takePicture(page, info, 'landing');

  await page.goto('/login');
  await page.getByLabel('Phone number').fill(newPhone());
  await takePicture(page, info, 'login-phone');
  await page.getByRole('button', { name: 'Next' }).click();
  const code = await page
    .getByText('The code would be')
    .getByText(/^\d{6}$/)
    .innerText();
  await page.getByLabel('Digit 1 of 6').pressSequentially(code.slice(0, 3));
  await takePicture(page, info, 'login-otp');
  await page.getByLabel('Digit 4 of 6').pressSequentially(code.slice(3));
  await page.getByLabel('Your name').fill('Nila Das');
  await page.getByLabel('Engineering').check();
  await takePicture(page, info, 'register');
});

test('error pages', async ({ page, context, console }, info) => {
  // These screenshots show error pages, so console errors are expected.
  console.expectFaults(/./);
  await newStudent(page, 'MED_ENG');
  await page.goto('/home');
  await expect(page.getByRole('listitem').filter({ hasText: 'topics' }).first()).toBeVisible();
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await takePicture(page, info, 'not-found');

  await page.route('**/get_student_home_data', (route) =>
    route.fulfill({ status: 500, json: { code: 'defect', message: 'Something went wrong' } }),
  );
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await takePicture(page, info, 'something-went-wrong');
  await page.unroute('**/get_student_home_data');
  await page.route('**/get_student_home_data', (route) =>
    route.fulfill({ status: 503, json: { code: 'maintenance', message: 'Server under maintenance' } }),
  );
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Server under maintenance' })).toBeVisible();
  await takePicture(page, info, 'maintenance');
  await page.unroute('**/get_student_home_data');

  // A call that never answers shows the loading state.
  await page.route('**/get_student_home_data', () => undefined);
  await page.goto('/home');
  await expect(page.getByText('Loading').first()).toBeAttached();
  await takePicture(page, info, 'home-loading');
  await page.unroute('**/get_student_home_data');

  await page.goto('/home');
  await expect(page.getByRole('listitem').filter({ hasText: 'topics' }).first()).toBeVisible();
  await setOffline(context, true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await takePicture(page, info, 'offline');
});
