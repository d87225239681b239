import DataLoader from 'dataloader';
import type { Database } from './open.ts';

/** Three keep the server and the database at work; with more, fewer calls would share each. */
const mostStatements = 3;
/** In a statement: more would leave the server idle while the database works, and then the other way round. */
const mostCalls = 6;
/** A connection may die without a word: a statement that is not answered for so long keeps no other waiting. Longer than any may take. */
const longestTurnMs = 30_000;

/** What came of one call: an Error refuses it, a promise answers it later. */
export type Outcome<Answer> = Answer | Error | Promise<Answer>;

/** Outcomes in the order of what was asked; what is thrown refuses all. */
type AskAll<Asked, Answer> = (db: Database, asked: readonly Asked[]) => Promise<readonly Outcome<Answer>[]>;

/** Calls of one database: those that come while `mostStatements` are under way wait, and share the next ones. */
function collect<Asked, Answer>(db: Database, askAll: AskAll<Asked, Answer>, most: number): DataLoader<Asked, Answer | Promise<Answer>> {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  const start = (dispatch: () => void) => {
    underWay += 1;
    setImmediate(dispatch);
  };
  const askInTurn = async (asked: readonly Asked[]) => {
    let isItsTurn = true;
    const giveTurn = () => {
      if (!isItsTurn) return;
      isItsTurn = false;
      underWay -= 1;
      const next = waiting.shift();
      if (next) start(next);
    };
    const overdue = setTimeout(giveTurn, longestTurnMs).unref();
    try {
      return await askAll(db, asked);
    } finally {
      clearTimeout(overdue);
      giveTurn();
    }
  };
  const schedule = (dispatch: () => void) => void (underWay < mostStatements ? start(dispatch) : waiting.push(dispatch));
  return new DataLoader(askInTurn, { cache: false, maxBatchSize: most, batchScheduleFn: schedule });
}

/** Lets calls that come close together share a statement, at most so many. One that comes alone is asked at once. */
export function batchStatements<Asked, Answer>(
  askAll: AskAll<Asked, Answer>,
  most = mostCalls,
): (db: Database, asked: Asked) => Promise<Answer> {
  const collectors = new WeakMap<Database, ReturnType<typeof collect<Asked, Answer>>>();
  return async (db, asked) => {
    const collector = collectors.get(db) ?? collect(db, askAll, most);
    collectors.set(db, collector);
    return collector.load(asked);
  };
}
