import multipart from '@fastify/multipart';
import { Problem } from '@abhyas/contract/problem';
import { type Application, applicationFields, applicationLengths, applicationLimits } from '@abhyas/contract/site/public-pages';
import type { FastifyInstance } from 'fastify';
import { type Budgets, holderOfAddress } from '../../../budgets/budgets.ts';
import type { Context } from '../../../context.ts';
import { refuseForeignSite } from '../../../http/foreign-site.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { takeApplication } from './public-pages.ts';

const { resumeBytes, why } = applicationLimits;
const isField = (field: string): field is keyof Application => applicationFields.some((known) => known === field);
const limits = {
  fields: applicationFields.length,
  fieldNameSize: 40,
  fieldSize: 4 * why,
  files: 1,
  parts: 9,
  fileSize: resumeBytes,
  headerPairs: 20,
};

interface Options {
  contextOf: () => Context;
  storage: Storage;
  budgets: Budgets;
  siteUrl: string | undefined;
}

/** Takes the form of an application: the one call whose body is no JSON, as the specification has it. Nothing of it is ever served. */
export async function registerApplicationUpload(app: FastifyInstance, { contextOf, storage, budgets, siteUrl }: Options): Promise<void> {
  await app.register(multipart, { limits });
  app.post('/static_pages/upload_application', { bodyLimit: resumeBytes + 64 * 1024 }, async (request) => {
    refuseForeignSite(request, siteUrl, false);
    if (!request.isMultipart()) throw new Problem('wrong_media_type', 'Send a form with a file.');
    if (!budgets.take('letters', holderOfAddress(request.ip))) throw new Problem('too_many_requests');
    const fields = Object.fromEntries(applicationFields.map((field) => [field, ''])) as Application;
    let resume: Buffer | undefined;
    try {
      for await (const part of request.parts()) {
        if (part.type === 'file') resume = await part.toBuffer();
        else {
          const field = /^attachment\[(\w+)\]$/.exec(part.fieldname)?.[1] ?? part.fieldname;
          const text = String(part.value);
          if (!isField(field) || text.length > applicationLengths[field] || text.includes('\0')) throw new Problem('invalid_input');
          fields[field] = text;
        }
      }
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      if (code === 'FST_REQ_FILE_TOO_LARGE') throw new Problem('too_large', 'Resume should be less than 5 MB.');
      if (typeof code === 'string' && code.startsWith('FST_')) throw new Problem('invalid_input');
      throw error;
    }
    if (!resume) throw new Problem('invalid_input', 'Choose your resume as a PDF.');
    await takeApplication(contextOf(), storage, fields, resume);
    return { success: true, message: 'Your application has been successfully submited.' };
  });
}
