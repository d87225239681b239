import { say } from '@abhyas/exam/institute/sentence';
import multipart from '@fastify/multipart';
import { Problem } from '@abhyas/contract/problem';
import { type Application, applicationFields, applicationLengths, applicationLimits } from '@abhyas/contract/site/public-pages';
import { indianTime } from '@abhyas/exam/institute/indian-day';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Budgets, endOf, holderOfAddress } from '../../../budgets/budgets.ts';
import type { Context } from '../../../context.ts';
import { refuseForeignSite } from '../../../http/foreign-site.ts';
import { SizeFault, type Storage } from '../../../integrations/storage/storage.ts';
import { type StoredResume, storeResume, takeApplication } from './public-pages.ts';

const { resumeBytes, why } = applicationLimits;
const mostBytes = resumeBytes + 64 * 1024;
const isField = (field: string): field is keyof Application => applicationFields.some((known) => known === field);
const limits = {
  fields: applicationFields.length,
  fieldNameSize: 40,
  fieldSize: 4 * why,
  files: 1,
  parts: 9,
  // A byte more than the storage takes, so that a larger file is refused there and never taken in part.
  fileSize: resumeBytes + 1,
  headerPairs: 20,
};

interface Options {
  contextOf: () => Context;
  storage: Storage;
  budgets: Budgets;
  siteUrl: string | undefined;
}

/** Counts the announced size against the bytes of a day; a form without a size counts as the largest. Throws `too_many_requests`. */
function takeBytes(budgets: Budgets, { ip, headers }: FastifyRequest, now: Date): void {
  const kilobytes = Math.ceil(Math.min(Number(headers['content-length'] ?? mostBytes), mostBytes) / 1024);
  for (const [budget, holder] of [
    ['resume_bytes_of_address', holderOfAddress(ip)],
    ['resume_bytes', 'all'],
  ] as const)
    if (!budgets.take(budget, holder, kilobytes)) {
      const again = indianTime(new Date(endOf(budget, now.getTime())));
      throw new Problem('too_many_requests', say`No more resumes are taken today. Send your application from ${again} on.`);
    }
}

/** Reads the form, and stores its file while it arrives. The file of a form with a fault is removed. */
async function readForm(request: FastifyRequest, storage: Storage): Promise<{ fields: Application; resume: StoredResume }> {
  const fields = Object.fromEntries(applicationFields.map((field) => [field, ''])) as Application;
  let resume: StoredResume | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') resume = await storeResume(storage, part.file);
      else {
        const field = /^attachment\[(\w+)\]$/.exec(part.fieldname)?.[1] ?? part.fieldname;
        const text = String(part.value);
        if (!isField(field) || text.length > applicationLengths[field] || text.includes('\0')) throw new Problem('invalid_input');
        fields[field] = text;
      }
    }
  } catch (error) {
    if (resume) await storage.remove(resume.resume_key);
    const code = (error as { code?: unknown }).code;
    if (error instanceof SizeFault || code === 'FST_REQ_FILE_TOO_LARGE')
      throw new Problem('too_large', say`Resume should be less than 5 MB.`);
    if (typeof code === 'string' && code.startsWith('FST_')) throw new Problem('invalid_input');
    throw error;
  }
  if (!resume) throw new Problem('invalid_input', say`Choose your resume as a PDF.`);
  return { fields, resume };
}

/** Takes the form of an application, the only call whose body is not JSON (docs/product.md). The resume is never served. */
export async function registerApplicationUpload(app: FastifyInstance, { contextOf, storage, budgets, siteUrl }: Options): Promise<void> {
  await app.register(multipart, { limits });
  app.post('/static_pages/upload_application', { bodyLimit: mostBytes, config: { takesFile: true } }, async (request) => {
    refuseForeignSite(request, siteUrl, false);
    if (!request.isMultipart()) throw new Problem('wrong_media_type', say`Send a form with a file.`);
    if (!budgets.take('letters', holderOfAddress(request.ip))) throw new Problem('too_many_requests');
    takeBytes(budgets, request, contextOf().now);
    const { fields, resume } = await readForm(request, storage);
    await takeApplication(contextOf(), storage, fields, resume);
    return { success: true, message: say`Your application has been successfully submited.`.text };
  });
}
