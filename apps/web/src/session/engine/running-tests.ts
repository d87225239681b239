import { objectTypes } from '@abhyas/contract/bank/catalogue';
import { isAnswered } from '@abhyas/exam/bank/question';
import type { DeviceStore } from '../../platform/device-store.ts';
import { assumedTimeLeft, clockOf, type SessionPayload } from './open-session.ts';

/** A test in progress that this device can open without the server. `id` is the paper. */
export interface RunningTest {
  /** The paper. */
  id: number;
  isAssignment: boolean;
  name: string;
  /** Seconds, as the device estimates them. */
  timeLeft: number;
  answered: number;
  questionCount: number;
}

/**
 * The student's tests that were begun on this device and have not ended, newest first. They are read from the device, not from the server.
 */
export async function runningTests(store: DeviceStore, student_id: number, deviceNow: number): Promise<RunningTest[]> {
  const records = await store.listOf(student_id);
  const found = await Promise.all(
    records.map(async (record): Promise<RunningTest[]> => {
      if (record.isFinishTest || record.timeRemaining === null) return [];
      const paper = (await store.paperOf(student_id, record.session_id)) as SessionPayload | null;
      const timeLeft = paper && assumedTimeLeft(record, clockOf(paper.test_info), deviceNow);
      if (!paper || timeLeft === null) return [];
      return [
        {
          id: record.id,
          isAssignment: record.object_type === objectTypes.assignment,
          name: paper.test_info.name,
          timeLeft,
          answered: record.responses.filter((response) => isAnswered(response.question_type, response)).length,
          questionCount: record.responses.length,
        },
      ];
    }),
  );
  return found.flat();
}
