import { userInfo } from 'node:os';
import type { Context } from '../context.ts';

const longestName = 100;

/** The user of this machine who types a command, and behind sudo the user who called it. */
export function typingUser(environment: NodeJS.ProcessEnv): string {
  const { SUDO_USER: caller } = environment;
  let name: string;
  try {
    name = userInfo().username;
  } catch {
    // A user without an entry in the system's list, as in some containers.
    name = `user ${process.getuid?.() ?? 'unknown'}`;
  }
  return caller ? `${caller} as ${name}` : name;
}

/** `premium grant` of the words of a command. Further words may be numbers or names of people. */
function nameOf([name = '', verb = '']: readonly string[]): string {
  return /^[a-z][a-z-]{0,40}$/.test(verb) ? `${name} ${verb}` : name;
}

/** Runs a command and keeps who typed it, when, and how it ended. */
export async function keepTyped(
  { db, now }: Pick<Context, 'db' | 'now'>,
  by: string,
  words: readonly string[],
  run: () => Promise<number>,
): Promise<number> {
  const row = { at: now, typed_by: by.slice(0, longestName), command: nameOf(words) };
  const { id } = await db.insertInto('typed_commands').values(row).returning('id').executeTakeFirstOrThrow();
  const end = (exit_code: number) => db.updateTable('typed_commands').set({ exit_code }).where('id', '=', id).execute();
  try {
    const code = await run();
    await end(code);
    return code;
  } catch (error) {
    await end(1);
    throw error;
  }
}

/** A line for each of the latest commands, newest first. */
export async function latestTyped({ db }: Pick<Context, 'db'>, count: number): Promise<string[]> {
  const rows = await db
    .selectFrom('typed_commands')
    .select(['at', 'typed_by', 'command', 'exit_code'])
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return rows.map(({ at, typed_by, command, exit_code }) => {
    const end = exit_code === null ? 'not ended' : exit_code === 0 ? 'done' : `ended with ${exit_code}`;
    return `${at.toISOString()}  ${typed_by}  ${command}  ${end}`;
  });
}
