import { parseArgs } from 'node:util';
import { Problem } from '@abhyas/contract/problem';
import type { ActorContext, Context } from '../context.ts';
import type { OpenDatabase } from '../database/open.ts';
import type { PaymentProvider } from '../integrations/payments/payments.ts';
import type { Storage } from '../integrations/storage/storage.ts';

/** The context of a command: the database, the key of test codes, and the output. */
export interface CommandContext extends Context {
  secret: Buffer;
  /** The storage of users' files; absent in tests of commands that need none. */
  storage?: Storage;
  /** The provider of payments; null if none is configured, absent in tests of commands that need none. */
  payments?: PaymentProvider | null;
  /** The opened database, and the folders of the server's data; absent in tests of commands that need none. */
  place?: {
    database: OpenDatabase;
    dataFolder: string;
    profileKeyFolder: string;
    /** Whether the settings name the secret; otherwise the data folder has it. */
    isSecretGiven: boolean;
  };
  print: (line: string) => void;
  /** Whether a server runs the command, so that long work must not block its other calls. */
  isServing: boolean;
}

/** A command of the staff. Returns the exit code: 0 done, 1 refused, 2 not understood. */
export type Command = (context: CommandContext, args: string[]) => Promise<number>;

/** Words and flags of a command; null where a flag is unknown or lacks its value. */
export function readFlags(args: string[], names: readonly string[]): { words: string[]; flags: Record<string, string | undefined> } | null {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { words: positionals, flags: values as Record<string, string | undefined> };
  } catch {
    // The command was mistyped, and the printed usage explains it.
    return null;
  }
}

/** The operator of the installation, as named in the log. */
export const asOperator = (context: CommandContext): CommandContext & ActorContext => ({
  ...context,
  actor: { user_id: null, role: 'operator', institute_id: null, reason: null },
});

/** Does the work, and prints its result or its refusal. Returns the exit code. */
export async function carryOut(context: CommandContext, work: () => Promise<string>): Promise<number> {
  try {
    context.print(await work());
    return 0;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    context.print(error.message);
    return 1;
  }
}
