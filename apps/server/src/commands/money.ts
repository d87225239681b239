import { parseArgs } from 'node:util';
import { Problem } from '@abhyas/contract/problem';
import type { ActorContext } from '../context.ts';
import type { CommandContext } from './command.ts';

/** `4000` or `4000.50` rupees as paise; null for what is no amount. */
export function paiseOf(rupees: string | undefined): number | null {
  const [, whole, part = ''] = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(rupees ?? '') ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

export const rupeesOf = (paise: number): string => `₹${paise % 100 === 0 ? paise / 100 : (paise / 100).toFixed(2)}`;

/** `2027-03-31` as the moment at which that day begins in India; null for what is no day. */
export function dayOf(text: string): Date | null {
  const at = new Date(`${text}T00:00:00+05:30`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) ? at : null;
}

/** Words and flags of a command; null where a flag is unknown or lacks its value. */
export function readFlags(args: string[], names: readonly string[]): { words: string[]; flags: Record<string, string | undefined> } | null {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { words: positionals, flags: values as Record<string, string | undefined> };
  } catch {
    // What is thrown here is about the words alone; the usage says the same.
    return null;
  }
}

/** The operator of the installation, as the log names them. */
export const asOperator = (context: CommandContext): CommandContext & ActorContext => ({
  ...context,
  actor: { user_id: null, role: 'operator', institute_id: null, reason: null },
});

/** Does the work; a refusal is said in its words. Returns the exit code. */
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
