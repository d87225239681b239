import DataLoader from 'dataloader';
import type { Database } from './open.ts';

/** Two keep the server and the database at work; with more, fewer calls would share each. */
const mostStatements = 2;

interface Together<Asked, Answer> {
  /** How many calls share a statement: more would leave the server idle while the database works, and then the other way round. */
  most: number;
  /** Answers in the order of what was asked; an Error refuses its own call, one that is thrown refuses all. */
  askAll(db: Database, asked: readonly Asked[]): Promise<readonly (Answer | Error)[]>;
}

/** Calls of one database: those that come while `mostStatements` are under way wait, and share the next ones. */
function collect<Asked, Answer>(db: Database, { most, askAll }: Together<Asked, Answer>): DataLoader<Asked, Answer> {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  const start = (dispatch: () => void) => {
    underWay += 1;
    setImmediate(dispatch);
  };
  const askInTurn = async (asked: readonly Asked[]) => {
    try {
      return await askAll(db, asked);
    } finally {
      underWay -= 1;
      const next = waiting.shift();
      if (next) start(next);
    }
  };
  const schedule = (dispatch: () => void) => void (underWay < mostStatements ? start(dispatch) : waiting.push(dispatch));
  return new DataLoader(askInTurn, { cache: false, maxBatchSize: most, batchScheduleFn: schedule });
}

/** Lets calls that come close together share a statement. One that comes alone is asked at once. */
export function together<Asked, Answer>(way: Together<Asked, Answer>): (db: Database, asked: Asked) => Promise<Answer> {
  const collectors = new WeakMap<Database, DataLoader<Asked, Answer>>();
  return (db, asked) => {
    const collector = collectors.get(db) ?? collect(db, way);
    collectors.set(db, collector);
    return collector.load(asked);
  };
}
