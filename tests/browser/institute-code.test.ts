import { loginWithInstituteCode } from '@abhyas/contract/institute/identity';
import { makeInstituteCode } from '@abhyas/contract/institute/institute-codes';
import { getPeople } from '@abhyas/contract/institute/people';
import { expect } from '@playwright/test';
import { question } from './device.ts';
import { callSite } from './sign-in.ts';
import { institute } from './staff.ts';
import { beginTest, bringToken, signInAs, test } from './student.ts';

test('a student who signs in with an institute’s code takes its test, and sees no button for pages that the code does not open', async ({
  page,
  browser,
}) => {
  const site = process.env['SITE_ADDRESS'] ?? '';
  await institute('assign', 'browser-hall-longer', '--phones', '9000000007');
  await beginTest(await signInAs(page, '9000000007'), 'Longer test');
  const report = page.getByRole('button', { name: 'Report an error in question 1' });
  await expect(report).toBeVisible();

  const elsewhere = await browser.newPage();
  const owner = await signInAs(elsewhere, '9000000011');
  const { people } = await callSite(site, owner.token, getPeople, { kind: 'students', search: 'Riya Shah' });
  const { institute_given_id, otp } = await callSite(site, owner.token, makeInstituteCode, { membership_id: people[0]?.id ?? 0 });
  await elsewhere.close();
  const given = { institute_code: 'demo-institute', institute_given_id, otp };
  await bringToken(page, (await callSite(site, null, loginWithInstituteCode, given)).token);

  await page.goto('/profile');
  await expect(page.getByText('You logged in with a code of Vidya Classes')).toBeVisible();
  await page.goBack();
  await expect(question(page, 1)).toBeVisible();
  await expect(report).toHaveCount(0);
});
