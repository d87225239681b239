import { createHash, randomUUID } from 'node:crypto';
import { brand } from '@abhyas/contract/institute/brand';
import type { Answer, Input, Value } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import {
  type Application,
  applicationFault,
  applicationLimits,
  type enquire,
  type getOpenings,
  type getPosition,
  type getTeam,
  type JobDescription,
} from '@abhyas/contract/site/public-pages';
import { beginningOf } from '@abhyas/exam/institute/cut-text';
import { holderOfAddress } from '../../../budgets/budgets.ts';
import type { CallContext, Context } from '../../../context.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { checkedResume } from './resume.ts';
import * as store from './public-pages.store.ts';

/** The installation's texts beside its brand. */
export interface SiteTexts {
  careers: Omit<Answer<typeof getOpenings>['data'], 'departments'> & {
    departments: { title: string; openings: Value<typeof JobDescription>[] }[];
  };
  team: Answer<typeof getTeam>;
}

export function openings({ careers }: SiteTexts): Answer<typeof getOpenings> {
  const departments = careers.departments
    .filter((department) => department.openings.length > 0)
    .map((department) => ({
      title: department.title,
      openings: department.openings.map(({ title, city, type }) => ({ title, city, type })),
    }));
  return { data: { ...careers, departments } };
}

/** Throws `not_found` for a position that is not open. */
export function position({ careers }: SiteTexts, title: string): Answer<typeof getPosition> {
  const found = careers.departments.flatMap((department) => department.openings).find((opening) => opening.title === title);
  if (!found) throw new Problem('not_found');
  return { data: found };
}

const digestOf = (...parts: readonly (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(String(part.length)).update(part);
  return hash.digest();
};

/** Stores an institute's enquiry; repeating it on the same day changes nothing. */
export async function takeEnquiry(context: CallContext, enquiry: Input<typeof enquire>): Promise<Answer<typeof enquire>> {
  const row = {
    institute: enquiry.institute.trim(),
    name: enquiry.name.trim(),
    phone: enquiry.phone,
    email: enquiry.email.trim(),
    city: enquiry.city.trim(),
    students: enquiry.students ?? null,
    message: enquiry.message.trim(),
    info: enquiry.info ?? null,
  };
  if (row.institute === '' || row.name === '') throw new Problem('invalid_input');
  // An invalid form does not draw on the caller's budget.
  if (!context.budgets.take('letters', holderOfAddress(context.address))) throw new Problem('too_many_requests');
  const day = context.now.toISOString().slice(0, 10);
  await store.insertEnquiry(context, { ...row, digest: digestOf(day, JSON.stringify(row)), created_at: context.now });
  return { success: true, message: brand.messages.thanks };
}

export const { findEnquiries, findApplications, findApplication } = store;

/** A resume in the storage. */
export interface StoredResume {
  resume_key: string;
  resume_bytes: number;
  sha256: Buffer;
}

/** Stores a resume while it arrives. Throws `invalid_input` unless it is a PDF; then nothing is stored. */
export async function storeResume(storage: Storage, source: AsyncIterable<Buffer>): Promise<StoredResume> {
  const resume_key = `resumes/${randomUUID()}.pdf`;
  const hash = createHash('sha256');
  const resume_bytes = await storage.writeStream(resume_key, 'application/pdf', checkedResume(source, hash), applicationLimits.resumeBytes);
  return { resume_key, resume_bytes, sha256: hash.digest() };
}

/**
 * Records an application with its stored resume. If the application is refused or was recorded before, the new resume is removed. Throws
 * `invalid_input` with the fault.
 */
export async function takeApplication(context: Context, storage: Storage, fields: Application, resume: StoredResume): Promise<void> {
  const { sha256, ...stored } = resume;
  const fault = applicationFault(fields);
  const isNew =
    fault === null &&
    (await store.insertApplication(context, {
      position: fields.type,
      name: fields.name.trim(),
      email: fields.email.trim(),
      phone: fields.phone,
      current_company: fields.current_company.trim(),
      current_position: fields.current_position.trim(),
      why: beginningOf(fields.why_abhyas.trim(), applicationLimits.why),
      ...stored,
      digest: digestOf(JSON.stringify(fields), sha256),
      created_at: context.now,
    }));
  if (!isNew) await storage.remove(stored.resume_key);
  if (fault !== null) throw new Problem('invalid_input', fault);
}

/** Deletes an application and its resume. False if it does not exist. */
export async function removeApplication(context: Context, storage: Storage, id: number): Promise<boolean> {
  const found = await store.findApplication(context, id);
  if (!found) return false;
  await storage.remove(found.resume_key);
  await store.removeApplication(context, id);
  return true;
}

const dayMs = 86_400_000;
const applicationDays = 365;
const enquiryDays = 730;

/** Deletes applications and enquiries that are older than the periods on the privacy page. */
export async function forgetOldLetters(context: Context, storage: Storage): Promise<void> {
  const before = (days: number) => new Date(context.now.getTime() - days * dayMs);
  for (const { id } of await store.findApplicationsBefore(context, before(applicationDays))) await removeApplication(context, storage, id);
  await store.removeEnquiriesBefore(context, before(enquiryDays));
}
