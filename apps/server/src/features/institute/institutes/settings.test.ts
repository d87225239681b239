import { createHash } from 'node:crypto';
import { getAuditLog } from '@abhyas/contract/institute/audit';
import { getMe } from '@abhyas/contract/institute/identity';
import {
  getInstituteSettings,
  getStudentAccess,
  saveInstituteSettings,
  saveStudentAccess,
  setInstituteLogo,
} from '@abhyas/contract/institute/institutes';
import { beforeAll, expect, test } from 'vitest';
import { pngOf } from '../../../testing/files.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
let owner: Visitor;
let student: Visitor;
beforeAll(async () => {
  owner = await story.staff('school', 'owner');
  student = await story.student({ institute: 'school' });
});

const plain = { name: 'School', tagline: '', support_phone: '', support_email: '' };
const brandOf = async (person: Visitor) => (await person.call(getMe, {})).user.institute_brand;
const log = async () => (await owner.call(getAuditLog, {})).entries;

const png = (width: number, height: number) => pngOf(width, height).toString('base64');

test('a brand that an institute sets is shown to its members only, and is logged', async () => {
  expect(await brandOf(student)).toBeUndefined();
  const own = { ...plain, tagline: 'Learn together', support_phone: '+91 98765 43210', support_email: 'help@school.example' };
  const saved = await owner.call(saveInstituteSettings, { ...own, accent: '#7a1f3d' });
  expect(saved).toMatchObject({ ...own, accent: '#7a1f3d', logo: null });
  const { name: _name, ...shown } = own;
  expect(await brandOf(student)).toEqual({ ...shown, logo: null, accent: '#7a1f3d', accent_dark: expect.stringMatching(/^#[0-9a-f]{6}$/) });
  expect(await brandOf(await story.student())).toBeUndefined();
  expect((await log())[0]).toMatchObject({ what: 'institute.settings', after: expect.stringContaining('#7a1f3d') });
  await owner.call(saveInstituteSettings, plain);
  expect(await brandOf(student)).toMatchObject({ tagline: '', accent: '#7a1f3d' });
  await owner.call(saveInstituteSettings, { ...plain, accent: null });
  expect(await brandOf(student)).toBeUndefined();
});

test('an unreadable accent is refused, the refusal names the nearest readable colour, and nothing is saved or logged', async () => {
  const before = [await owner.call(getInstituteSettings, {}), (await log()).length];
  const refused = owner.call(saveInstituteSettings, { ...plain, tagline: 'Bright', accent: '#ffd400' });
  await expect(refused).rejects.toMatchObject({
    code: 'not_possible',
    message: expect.stringMatching(/The nearest readable colour is #[0-9a-f]{6}\.$/),
  });
  expect([await owner.call(getInstituteSettings, {}), (await log()).length]).toEqual(before);
});

test('a logo is a small PNG that members find by its hash; saving other fields keeps it, and null removes it', async () => {
  const picture = png(300, 100);
  const hash = createHash('sha256').update(Buffer.from(picture, 'base64')).digest('hex');
  expect(await owner.call(setInstituteLogo, { png: picture })).toMatchObject({ logo: hash });
  await owner.call(saveInstituteSettings, { ...plain, tagline: 'With logo' });
  expect(await brandOf(student)).toMatchObject({ logo: hash, tagline: 'With logo' });
  const shown = await student.send({ method: 'GET', url: `/api/pictures/${hash}` });
  expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
  await owner.call(setInstituteLogo, { png: null });
  expect(await brandOf(student)).toMatchObject({ logo: null });
});

test('a drawing, another kind of file, a picture that is too wide and a truncated one are refused as a logo', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString('base64');
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Buffer.alloc(60)]).toString('base64');
  for (const file of [svg, jpeg, png(1025, 10), png(10, 0), png(10, 10).slice(0, 32)])
    await expect(owner.call(setInstituteLogo, { png: file })).rejects.toMatchObject({ code: 'refused_file', status: 422 });
  const large = Buffer.concat([Buffer.from(png(10, 10), 'base64'), Buffer.alloc(200_000)]).toString('base64');
  await expect(owner.call(setInstituteLogo, { png: large })).rejects.toMatchObject({ status: 400 });
  expect((await owner.call(getInstituteSettings, {})).logo).toBe(null);
  const teacher = await story.staff('school', 'teacher');
  await expect(teacher.call(setInstituteLogo, { png: png(10, 10) })).rejects.toMatchObject({ code: 'not_allowed' });
});

test('an owner sends students to the app or to a host of the site; other settings stay, and the log records the change', async () => {
  const open = { only_mobile_access: false, forces_pending_test: false, domain: null };
  await story.database.db
    .updateTable('institutes')
    .set({ settings: JSON.stringify({ of_another_version: 1 }) })
    .where('code', '=', 'school')
    .execute();
  expect(await owner.call(getStudentAccess, {})).toEqual({ ...open, domains: [] });
  const home = () =>
    student.send({
      method: 'POST',
      url: '/api/student_app/get_student_home_data',
      payload: { type: 'institute' },
      headers: { 'sec-fetch-site': 'same-origin', accept: 'application/json', origin: 'http://localhost', host: 'localhost' },
    });
  expect((await home()).statusCode).toBe(200);
  expect(await owner.call(saveStudentAccess, { ...open, only_mobile_access: true })).toMatchObject({ only_mobile_access: true });
  expect((await home()).statusCode).toBe(307);
  expect((await log())[0]).toMatchObject({ what: 'institute.access', after: expect.stringContaining('"only_mobile_access": true') });
  await owner.call(saveStudentAccess, open);
  expect((await home()).statusCode).toBe(200);
  await expect(owner.call(saveStudentAccess, { ...open, domain: 'elsewhere.example' })).rejects.toMatchObject({ code: 'not_possible' });
  const kept = await story.database.db.selectFrom('institutes').where('code', '=', 'school').select('settings').executeTakeFirstOrThrow();
  expect(kept.settings).toEqual({ of_another_version: 1, only_mobile_access: false, forces_pending_test: false });
});
