import { Problem, type ProblemCode, problems } from '@abhyas/contract/problem';
import { type Application, applicationFields, uploadApplicationPath } from '@abhyas/contract/site/public-pages';
import { NetworkFailure } from '../../../platform/call.ts';

const TIMEOUT = 120_000;
const isProblemCode = (code: unknown): code is ProblemCode => typeof code === 'string' && Object.hasOwn(problems, code);

/** Sends an application as a form and resolves with the server's message. Fails as calls do. */
export async function sendApplication({ fields, resume }: { fields: Application; resume: File }): Promise<string> {
  const form = new FormData();
  for (const field of applicationFields) form.append(`attachment[${field}]`, fields[field]);
  form.append('resume', resume);
  let response: Response;
  let answer: { message?: string; code?: unknown };
  try {
    response = await fetch(uploadApplicationPath, { method: 'POST', body: form, signal: AbortSignal.timeout(TIMEOUT) });
    answer = (await response.json()) as typeof answer;
  } catch (error) {
    throw new NetworkFailure(error instanceof DOMException && error.name === 'TimeoutError', error);
  }
  if (!response.ok) throw new Problem(isProblemCode(answer.code) ? answer.code : 'defect', answer.message);
  return answer.message ?? '';
}
