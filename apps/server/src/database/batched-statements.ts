import DataLoader from 'dataloader';
import type { Database } from './open.ts';
import { isSpread } from './scale/spread-database.ts';

/** Statements at the same time: three keep server and database busy; with more, fewer calls would share each. */
const mostStatements = 3;
/** Calls per statement: with more, server and database would take turns waiting for each other. */
const mostCalls = 6;
/**
 * Time after which a statement without an answer no longer blocks others, because its connection may be dead. Longer than any statement may
 * take.
 */
const longestTurnMs = 30_000;

/** The outcome of one call: an Error refuses it, a promise answers it later. */
export type Outcome<Answer> = Answer | Error | Promise<Answer>;

/** Returns outcomes in the order of the calls; if it throws, all calls fail. */
type AskAll<Asked, Answer> = (db: Database, asked: readonly Asked[]) => Promise<readonly Outcome<Answer>[]>;

/** Batches the calls of one database: calls that arrive while `mostStatements` are under way wait, and share the next ones. */
function collect<Asked, Answer>(db: Database, askAll: AskAll<Asked, Answer>, asWhole: number): DataLoader<Asked, Answer | Promise<Answer>> {
  // In a spread database each call asks the machine of its student, so that calls would not share a statement's journey.
  const [most, statements] = isSpread(db) ? [1, mostStatements * asWhole] : [asWhole, mostStatements];
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
  const schedule = (dispatch: () => void) => void (underWay < statements ? start(dispatch) : waiting.push(dispatch));
  return new DataLoader(askInTurn, { cache: false, maxBatchSize: most, batchScheduleFn: schedule });
}

/** Lets calls that arrive close together share a statement, up to a limit. A single call is sent at once. */
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
