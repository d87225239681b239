// Contents: begin · a part by the job · list and result file
import { Readable } from 'node:stream';
import { Problem } from '@abhyas/contract/problem';
import type { Context, StaffCallContext, StaffContext } from '../../../context.ts';
import { lockInstitute } from '../../../database/row-locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { csvOf } from '../../../http/csv.ts';
import { Download } from '../../../http/serve.ts';
import type { SentJob } from '../../../jobs/job.ts';
import { sendJob } from '../../../jobs/send-job.ts';
import { writeAudit } from '../audit/audit.ts';
import { notify } from '../notifications/notifications.ts';
import { type ReadRoster, rowsOfPart } from './roster-aside.ts';
import { countsOf, judge, memoryOf } from './roster-judging.ts';
import { takeRows } from './roster-taking.ts';
import * as store from './roster-imports.store.ts';

/** Rows that one run of the job takes, in one transaction of half a second. */
const rowsAtOnce = 1000;
const keptDays = 7;
const dayMs = 86_400_000;

/**
 * Stores a roster for the job. `takeBudget` throws if the institute may not invite that number of people.
 * Throws `not_possible` while another one runs.
 */
export async function beginImport(context: StaffCallContext, { parts, count }: ReadRoster, takeBudget: () => void): Promise<number> {
  return inTransaction(context, async (within) => {
    const id = await store.insertImport(within, count);
    if (id === undefined) throw new Problem('not_possible', 'A roster is being imported. Wait until it is done.');
    takeBudget();
    for (const [at, part] of parts.entries()) await store.insertRows(within, id, at * rowsOfPart, part);
    await sendJob(within, importRosterPart, { import_id: id });
    return id;
  });
}

/** The end of an import: the log of the institute, and a notification for the person who began it. */
async function finish(within: StaffContext, { id, ...counts }: store.ImportCounts): Promise<void> {
  await store.markFinished(within, id);
  const { actor } = within;
  await writeAudit(within, { what: 'roster.import', object_type: 'institute', object_id: actor.institute_id, after: counts });
  if (actor.user_id === null) return;
  const left = counts.refused === 0 ? '' : ` ${counts.refused} rows were not imported; the page People has them as a file.`;
  await notify(within, [actor.user_id], {
    type: 'RosterImportedNotification',
    title: 'The roster is imported',
    message: `${counts.new} students were added, ${counts.changed} changed, ${counts.invited} invited.${left}`,
    url: '/staff/people?kind=students',
  });
}

/** Takes the next rows of an import, and sends itself again while rows wait: a killed server loses no more than the part under way. */
async function importPart(context: Context, { import_id }: { import_id: number }): Promise<void> {
  const begun = await store.lockImport(context, import_id);
  if (!begun) return;
  const { institute_id, imported_by, role } = begun;
  const within = { ...context, actor: { user_id: imported_by, role, institute_id, reason: null } };
  await lockInstitute(within, within.actor.institute_id);
  const waiting = await store.findWaiting(within, import_id, rowsAtOnce);
  const taken = await takeRows(within, await judge(within, waiting, memoryOf(waiting)));
  const refused = waiting.flatMap(({ place }, at) => {
    const { outcome, detail } = taken[at] ?? {};
    return outcome === 'refused' && detail ? [{ place, refusal: detail }] : [];
  });
  await store.settle(
    within,
    import_id,
    waiting.map(({ place }) => place),
    refused,
  );
  const counts = await store.addCounts(within, import_id, countsOf(taken));
  if (waiting.length < rowsAtOnce) await finish(within, counts);
  else await sendJob(within, importRosterPart, { import_id });
}

export const importRosterPart: SentJob<{ import_id: number }> = {
  name: 'import-roster-part',
  pollSeconds: 1,
  retryLimit: 100,
  retrySeconds: 30,
  expireSeconds: 300,
  work: importPart,
};

/** The institute's imports of the last days, newest first. */
export async function importsOf(context: StaffContext) {
  const imports = await store.listImports(context, new Date(context.now.getTime() - keptDays * dayMs));
  return {
    imports: imports.map(({ created_at, finished_at, ...rest }) => ({
      ...rest,
      done: rest.new + rest.invited + rest.changed + rest.same + rest.refused,
      created_at: created_at.toISOString(),
      finished_at: finished_at?.toISOString() ?? null,
    })),
  };
}

async function* csvOfNotTaken(context: StaffContext, id: number): AsyncGenerator<string> {
  const fields = ['Name', 'Phone', 'Roll number', 'Batch', 'Course', 'Line', 'Reason'];
  for (let after = -1, isFirst = true; ; isFirst = false) {
    const rows = await store.findRefused(context, id, after, rowsAtOnce);
    const cells = rows.map(({ name, phone, given_id, classroom, course, line, refusal }) => [
      name,
      phone,
      given_id,
      classroom,
      course,
      line,
      refusal,
    ]);
    // The first sign tells spreadsheets that the file is UTF-8.
    if (isFirst) yield `\uFEFF${csvOf(fields, cells)}`;
    else if (cells.length > 0) yield `\r\n${csvOf(fields, cells).split('\r\n').slice(1).join('\r\n')}`;
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.place ?? after;
  }
}

/** The rows that an import refused, each with its reason, in columns that a roster can have. Throws `not_found`. */
export async function notTakenOf(context: StaffContext, id: number): Promise<Download> {
  if (!(await store.hasImport(context, id))) throw new Problem('not_found');
  return new Download('roster-not-taken.csv', 'text/csv', Readable.from(csvOfNotTaken(context, id)));
}

/** Forgets imports after seven days, with their rows. */
export async function forgetImports(context: Context): Promise<void> {
  await store.deleteImports(context, new Date(context.now.getTime() - keptDays * dayMs));
}
