import type { Context } from '../context.ts';
import type { PaymentProvider } from '../integrations/payments/payments.ts';
import type { Storage } from '../integrations/storage/storage.ts';

/** What a command works in: the database, the key of test codes, and where its words go. */
export interface CommandContext extends Context {
  secret: Buffer;
  /** Where files of users lie; absent where a command is tried that needs none. */
  storage?: Storage;
  /** Who takes payments; absent or null where a command is tried that needs none, or none is set up. */
  payments?: PaymentProvider | null;
  print: (line: string) => void;
  /** Whether a server runs the command, whose other calls must not wait for it. */
  isServing: boolean;
}

/** A command of the staff. Returns the exit code: 0 done, 1 refused, 2 not understood. */
export type Command = (context: CommandContext, args: string[]) => Promise<number>;
