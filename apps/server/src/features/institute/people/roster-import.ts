import { setImmediate as nextTurn } from 'node:timers/promises';
import { ROSTER_ROWS_AT_ONCE, ROSTER_ROWS_SHOWN } from '@abhyas/contract/institute/people';
import { beginningOf } from '@abhyas/exam/institute/cut-text';
import type { StaffCallContext, StaffContext } from '../../../context.ts';
import { lockInstitute } from '../../../database/row-locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../audit/audit.ts';
import { takeInvitations } from './people.ts';
import { type ReadRoster, readRoster, type RosterFile } from './roster-aside.ts';
import { beginImport } from './roster-imports.ts';
import { countsOf, judge, type Judged, memoryOf } from './roster-judging.ts';
import { takeRows } from './roster-taking.ts';
import { namesByPhone, type RosterRow } from './roster.ts';

/** Judges a roster part by part, so that other callers wait for no more than a part. */
async function judgeAll(context: StaffContext, { parts }: ReadRoster): Promise<Judged[]> {
  const rowsOfPart = (part: string) => JSON.parse(part) as RosterRow[];
  const memory = memoryOf([]);
  for (const part of parts) {
    namesByPhone(
      rowsOfPart(part).filter(({ refusal }) => refusal === null),
      memory.names,
    );
    await nextTurn();
  }
  const judged: Judged[] = [];
  for (const part of parts) {
    judged.push(...(await judge(context, rowsOfPart(part), memory)));
    await nextTurn();
  }
  return judged;
}

/** The judgement in the form for the caller: all counts, and the first rows of each outcome. */
function answerOf(judged: readonly Judged[], columns: ReadRoster['columns']) {
  const counts = countsOf([]);
  const shown = judged.filter(({ outcome }) => {
    counts[outcome] += 1;
    return counts[outcome] <= ROSTER_ROWS_SHOWN;
  });
  return {
    success: true as const,
    counts,
    columns,
    rows: shown.map(({ row: { line, name, phone, given_id, classroom }, outcome, detail }) => ({
      line,
      name,
      phone,
      given_id: beginningOf(given_id, 60),
      classroom: beginningOf(classroom, 100),
      outcome,
      detail,
    })),
  };
}

/** The outcome of each row, without a change. */
export async function previewRoster(context: StaffContext, file: RosterFile) {
  const roster = await readRoster(file);
  return answerOf(await judgeAll(context, roster), roster.columns);
}

/**
 * Imports the rows that are not refused: a small roster in one transaction, a larger one by a job, in parts. Returns the outcome of each row,
 * for a larger roster the expected one.
 */
export async function importRoster(context: StaffCallContext, file: RosterFile) {
  const roster = await readRoster(file);
  if (roster.count > ROSTER_ROWS_AT_ONCE) {
    const judged = await judgeAll(context, roster);
    const import_id = await beginImport(context, roster, () => takeInvitations(context, countsOf(judged).invited));
    return { ...answerOf(judged, roster.columns), import_id };
  }
  return inTransaction(context, async (within) => {
    // Otherwise two rosters imported at once could together exceed the limit per number.
    await lockInstitute(within, within.actor.institute_id);
    const judged = await judgeAll(within, roster);
    const { invited } = countsOf(judged);
    if (invited > 0) takeInvitations(within, invited);
    const answer = answerOf(await takeRows(within, judged), roster.columns);
    const object_id = within.actor.institute_id;
    await writeAudit(within, { what: 'roster.import', object_type: 'institute', object_id, after: answer.counts });
    return { ...answer, import_id: null };
  });
}
