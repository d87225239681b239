import { type Kill, planKills } from './kill-plan.ts';
import { planStudent, type RequestFate, requestFates, type RunLength, type StudentPlan } from './student-plan.ts';

export interface PartSize {
  students: number;
  papers: number;
  servers: number;
  hasDatabaseProcess: boolean;
}

export interface PartPlan {
  kills: Kill[];
  students: StudentPlan[];
  /** The fates of a student's requests, in their order. */
  fatesOf: (student: number) => () => RequestFate;
}

/** The plan of one part of a run. It depends on these arguments only. */
export function planPart(seed: number, length: RunLength, { students, papers, servers, hasDatabaseProcess }: PartSize): PartPlan {
  return {
    kills: planKills(seed, length.faults, servers, hasDatabaseProcess),
    students: Array.from({ length: students }, (_, number) => planStudent(seed, number, papers, length)),
    fatesOf: (student) => requestFates(seed, student),
  };
}
