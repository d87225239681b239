// Takes measures in a process of their own: a measure that fails or runs out of memory does not stop the others.
import type { Figure } from './measures/measure.ts';
import { measures } from './measures/measures.ts';
import { type RunAddress, runDatabase } from './run-database.ts';
import type { TestTakers } from './test-takers.ts';

/** The measures to take, and their database and servers. */
export interface Task {
  names: readonly string[];
  database: RunAddress;
  testTakers: TestTakers;
  productServer: string;
  benchServer: string;
}

export type Outcome = { name: string; figure: Figure } | { name: string; failure: string };

async function take({ names, database, ...environment }: Task): Promise<void> {
  const wanted = measures.flat().filter(({ name }) => names.includes(name));
  for (const { name, measure } of wanted) {
    const outcome: Outcome = await measure({ ...environment, database: runDatabase(database) }).then(
      (figure) => ({ name, figure }),
      (error: unknown) => ({ name, failure: error instanceof Error ? error.message : String(error) }),
    );
    process.send?.(outcome);
  }
  process.disconnect();
}

process.once('message', (task: Task) => void take(task));
