import type { Context } from '../context.ts';

/** What a command works in: the database, the key of test codes, and where its words go. */
export interface CommandContext extends Context {
  secret: Buffer;
  print: (line: string) => void;
  /** Whether a server runs the command, whose other calls must not wait for it. */
  isServing: boolean;
}

/** A command of the staff. Returns the exit code: 0 done, 1 refused, 2 not understood. */
export type Command = (context: CommandContext, args: string[]) => Promise<number>;
