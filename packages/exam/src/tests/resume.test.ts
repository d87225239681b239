import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decision, decideResume, type LocalRecord, type ServerSession } from './resume.ts';

const student_id = 7;
const local: LocalRecord = {
  student_id,
  session_id: 1,
  has_unsent: false,
  is_finish_test: false,
  writer: 2,
  session_time_spent: 100,
  remaining_duration: 500,
};
const server: ServerSession = { session_id: 1, session_status: 'IN_PROGRESS', remaining_duration: 500, session_time_spent: 100, writer: 2 };
const complete: ServerSession = { ...server, session_status: 'COMPLETE', remaining_duration: 0 };
const timeUp: ServerSession = { ...server, remaining_duration: 0 };
const unsent = { ...local, has_unsent: true };

const open: Decision = { kind: 'open_from_server' };
const report: Decision = { kind: 'report' };
const submit: Decision = { kind: 'submit_then_report', session_id: 1 };
const offline: Decision = { kind: 'open_offline_from_local' };
const upload = (next: Decision, session_id = 1): Decision => ({ kind: 'upload_local_then_open', session_id, next });
const setAside = (next: Decision): Decision => ({ kind: 'set_aside_foreign', next });

/** Every possible record on the device, combined with every possible session of the server and with no response. */
function fullTable(): [LocalRecord, ServerSession | null][] {
  const yesNo = [true, false];
  const records = [7, 8].flatMap((owner) =>
    [1, 9].flatMap((session_id) =>
      yesNo.flatMap((has_unsent) =>
        yesNo.flatMap((is_finish_test) =>
          [1, 2, 3].flatMap((writer) =>
            [99, 100, 101].flatMap((session_time_spent) =>
              [null, -1, 0, 1].map(
                (remaining_duration): LocalRecord => ({
                  student_id: owner,
                  session_id,
                  has_unsent,
                  is_finish_test,
                  writer,
                  session_time_spent,
                  remaining_duration,
                }),
              ),
            ),
          ),
        ),
      ),
    ),
  );
  const none: ServerSession = { ...server, session_id: null, session_status: null };
  const sessions = [server, timeUp, { ...server, remaining_duration: null }, complete, { ...complete, remaining_duration: 9 }, none, null];
  return records.flatMap((record) => sessions.map((session): [LocalRecord, ServerSession | null] => [record, session]));
}

/** A second implementation of the rules of opening, in the order in which they apply. */
function byTheRules(here: LocalRecord, there: ServerSession | null): Decision {
  const isMine = here.student_id === student_id;
  const isOfThis = there?.session_id === here.session_id;
  const isOver = there?.session_status === 'COMPLETE';
  const isTimeUp = there?.session_id === 1 && there.remaining_duration !== null && there.remaining_duration <= 0;
  const asTheServerSays = isOver ? report : isTimeUp ? submit : open;

  // Another student's record is ignored: the session opens as if there were no record.
  if (!isMine) return setAside(there === null ? { kind: 'unavailable' } : asTheServerSays);
  // If the server cannot be reached, the record is opened, unless the student has finished or the time is up.
  if (there === null) {
    const hasTime = here.remaining_duration === null || here.remaining_duration > 0;
    return hasTime && !here.is_finish_test ? offline : { kind: 'submit_then_report', session_id: here.session_id };
  }
  // Unsent answers of another session are uploaded to that session first.
  if (!isOfThis) return here.has_unsent || here.is_finish_test ? upload(asTheServerSays, here.session_id) : asTheServerSays;
  // Answers to a session that is over are uploaded too, and stored as late.
  if (isOver) return here.has_unsent ? upload(report) : report;
  // A session whose time is up is submitted with everything on the device.
  if (isTimeUp || here.is_finish_test) return submit;
  // Anything that the server lacks is uploaded before its session is opened.
  if (here.has_unsent || here.session_time_spent === 101) return upload(open);
  // The record restores the current question only if it equals the server's session and is of the newest writer.
  return here.session_time_spent === 100 && here.writer >= 2 ? { kind: 'open_from_local' } : open;
}

describe('opening a session', () => {
  it.each<[string, LocalRecord | null, ServerSession | null, Decision]>([
    ['no record here, a session on the server', null, server, open],
    ['no record here, practice without a clock', null, { ...server, remaining_duration: null }, open],
    ['no record here, not begun', null, { ...server, session_id: null, session_status: null, remaining_duration: 0 }, open],
    ['no record here, time is up', null, timeUp, submit],
    ['no record here, finished', null, complete, report],
    ['no record here, no network', null, null, { kind: 'unavailable' }],
    ['record and session are equal', local, server, { kind: 'open_from_local' }],
    [
      'record and session are equal, practice',
      { ...local, remaining_duration: null },
      { ...server, remaining_duration: null },
      { kind: 'open_from_local' },
    ],
    ['unsent answers here', unsent, server, upload(open)],
    ['time here that the server lacks', { ...local, session_time_spent: 160 }, server, upload(open)],
    ['the server knows more time', local, { ...server, session_time_spent: 160 }, open],
    ['another device took over since', local, { ...server, writer: 3 }, open],
    ['unsent answers here, another device took over since', unsent, { ...server, writer: 3, session_time_spent: 160 }, upload(open)],
    ['Finish pressed here, unconfirmed', { ...local, is_finish_test: true }, server, submit],
    ['Finish pressed here, confirmed after all', { ...local, is_finish_test: true }, complete, report],
    ['no time left here, but the server gave more', { ...local, remaining_duration: 0 }, server, { kind: 'open_from_local' }],
    ['unsent answers here, time is up', unsent, timeUp, submit],
    ['unsent answers here, finished meanwhile', unsent, complete, upload(report)],
    ['unsent answers of an earlier session here', { ...unsent, session_id: 9 }, server, upload(open, 9)],
    ['Finish of an earlier session unconfirmed', { ...local, session_id: 9, is_finish_test: true }, server, upload(open, 9)],
    ['unsent answers of an earlier session, this one over', { ...unsent, session_id: 9 }, timeUp, upload(submit, 9)],
    ['unsent answers of an earlier session, this one finished', { ...unsent, session_id: 9 }, complete, upload(report, 9)],
    ['an earlier session here, all sent', { ...local, session_id: 9 }, server, open],
    ['no network, answers here', unsent, null, offline],
    ['no network, practice here', { ...unsent, remaining_duration: null }, null, offline],
    ['no network, no time left here', { ...unsent, remaining_duration: 0 }, null, submit],
    ['no network, Finish pressed here', { ...local, is_finish_test: true }, null, submit],
    ["another student's record here", { ...unsent, student_id: 8 }, server, setAside(open)],
    ["another student's record here, time is up", { ...unsent, student_id: 8 }, timeUp, setAside(submit)],
    ["another student's record here, no network", { ...unsent, student_id: 8 }, null, setAside({ kind: 'unavailable' })],
  ])('%s', (_, here, there, decision) => {
    expect(decideResume({ local: here, server: there, student_id })).toEqual(decision);
  });

  it('follows the rules in every possible case', () => {
    const cases = fullTable();
    expect(cases).toHaveLength(2 * 2 * 2 * 2 * 3 * 3 * 4 * 7);
    for (const [here, there] of cases) {
      const decision = decideResume({ local: here, server: there, student_id });
      expect([here, there, decision]).toEqual([here, there, byTheRules(here, there)]);
    }
  });

  it("sends unsent answers before anything else, and never another student's answers", () => {
    const remaining = fc.constantFrom(null, 0, 500);
    const records = fc.record({
      student_id: fc.constantFrom(7, 8),
      session_id: fc.constantFrom(1, 9),
      has_unsent: fc.boolean(),
      is_finish_test: fc.boolean(),
      writer: fc.nat(3),
      session_time_spent: fc.nat(3),
      remaining_duration: remaining,
    });
    const sessions = fc.record({
      session_id: fc.constantFrom(1, null),
      session_status: fc.constantFrom('IN_PROGRESS' as const, 'COMPLETE' as const, null),
      remaining_duration: remaining,
      session_time_spent: fc.nat(3),
      writer: fc.nat(3),
    });
    fc.assert(
      fc.property(records, sessions, (here, there) => {
        const decision = decideResume({ local: here, server: there, student_id });
        if (here.student_id !== student_id) {
          expect(decision).toEqual(setAside(decideResume({ local: null, server: there, student_id })));
        } else if (here.has_unsent) {
          expect(['upload_local_then_open', 'submit_then_report']).toContain(decision.kind);
          expect(decision).toHaveProperty('session_id', here.session_id);
        }
      }),
    );
  });
});
