import { Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import { pdfOf } from './files.ts';
import { findApplications, storeResume, takeApplication } from '../features/site/public-pages/public-pages.ts';
import type { Storage } from '../integrations/storage/storage.ts';

const enquiry = {
  institute: 'Sunrise Academy',
  name: 'Leela Menon',
  phone: '9000000091',
  email: 'leela@sunrise.example',
  city: 'Kochi',
  students: 240,
  message: 'We would like to try two weekly tests with our NEET batch.',
  info: 'QPGenerator',
};

const application = {
  type: 'Software engineer, web',
  name: 'Nikhil Bose',
  email: 'nikhil@example.com',
  phone: '9000000092',
  current_company: 'Bose Softworks',
  current_position: 'Web developer',
  why_abhyas: 'I taught physics before I wrote software, and would like to do both.',
};

/** An institute's enquiry and a job application, for the operator's lists; made once. */
export async function placeDemoLetters(context: Context, storage: Storage): Promise<void> {
  const digest = createHash('sha256').update(JSON.stringify(enquiry)).digest();
  await context.db
    .insertInto('institute_enquiries')
    .values({ ...enquiry, digest, created_at: context.now })
    .onConflict((on) => on.doNothing())
    .execute();
  if ((await findApplications(context)).some(({ email }) => email === application.email)) return;
  const resume = pdfOf(application.name, ['Web developer, Kolkata', '2019 to today: Bose Softworks, sites for schools']);
  await takeApplication(context, storage, application, await storeResume(storage, Readable.from([resume])));
}
