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
  /** The fates of a student's requests, one after the other. */
  fatesOf: (student: number) => () => RequestFate;
}

/** All that is decided of a part of the run: a function of these arguments, and of nothing else. */
export function planPart(seed: number, length: RunLength, { students, papers, servers, hasDatabaseProcess }: PartSize): PartPlan {
  return {
    kills: planKills(seed, length.faults, servers, hasDatabaseProcess),
    students: Array.from({ length: students }, (_, number) => planStudent(seed, number, papers, length)),
    fatesOf: (student) => requestFates(seed, student),
  };
}
