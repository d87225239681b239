import { findApplication, findApplications, findEnquiries, removeApplication } from '../features/site/public-pages/public-pages.ts';
import type { Command, CommandContext } from './command.ts';

const usage = `Usage:
  npm run letters -- enquiries            institutes that want to be called, newest first
  npm run letters -- applications         job applications, newest first
  npm run letters -- resume ID            an address that downloads the resume, for five minutes
  npm run letters -- remove ID            deletes an application and its resume`;

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
/** A single line in a terminal, even if a visitor has typed control characters. */
const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');

async function act(context: CommandContext, verb: string | undefined, id: number): Promise<string | null> {
  if (verb === 'enquiries') {
    const lines = (await findEnquiries(context)).map(({ created_at, institute, name, phone, email, city, students, info, message }) =>
      [dayOf(created_at), institute, name, phone, email, city, students === null ? '' : `${students} students`, info ?? '', message]
        .filter((part) => part !== '')
        .join('  '),
    );
    return lines.map(plain).join('\n') || 'There are no enquiries.';
  }
  if (verb === 'applications') {
    const lines = (await findApplications(context)).map((row) =>
      [row.id, dayOf(row.created_at), row.position, row.name, row.phone, row.email, row.current_company, row.current_position, row.why]
        .filter((part) => part !== '')
        .join('  '),
    );
    return lines.map(plain).join('\n') || 'There are no applications.';
  }
  const { storage } = context;
  if (!storage || !Number.isSafeInteger(id) || id < 1) return null;
  if (verb === 'remove') return (await removeApplication(context, storage, id)) ? 'Deleted.' : null;
  if (verb !== 'resume') return null;
  const found = await findApplication(context, id);
  return found ? storage.signDownload(found.resume_key, `${found.name}.pdf`, context.now) : null;
}

/** Lists what visitors have sent: enquiries of institutes and job applications. */
export const letters: Command = async (context, args) => {
  const [verb, id, ...rest] = args;
  const told = rest.length > 0 ? null : await act(context, verb, Number(id ?? Number.NaN));
  context.print(told ?? usage);
  return told === null ? 2 : 0;
};
