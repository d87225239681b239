import { accountPattern, personPattern } from '../features/institute/identity/identity.ts';
import { resetByOperator } from '../features/institute/second-factor/second-factor.ts';
import { accountsCalled, deleteByOperator, describeAccount, exportByOperator, keepByOperator } from '../features/site/privacy/privacy.ts';
import { carryOut, type Command, type CommandContext, readFlags } from './command.ts';

const usage = `Usage, each with --reason "…", which the log keeps with the number of the account:
  npm run identity -- reset-second-factor 9000000011    makes a person set up a new second factor
  npm run identity -- export 9000000001 --to FILE.zip   writes everything that is stored about a person into a new file
  npm run identity -- delete 9000000001                 shows the account; repeated with --account NUMBER, it is deleted in seven days,
                                                        and with --when now at once
  npm run identity -- keep 9000000001                   cancels a deletion that has not happened yet
If several people have the number: 9000000011/NAME. For somebody without a phone number: account:NUMBER, as it is found by
  npm run identity -- find "Asha Rao"                   lists the accounts with this name; needs no reason`;
const longestName = 100;

async function deletion(context: CommandContext, phone: string, reason: string, flags: Record<string, string | undefined>) {
  const { storage } = context;
  if (!storage) throw new Error('A deletion needs the storage of files');
  const { id, words } = await describeAccount(context, phone);
  const isAtOnce = flags['when'] === 'now';
  if (flags['account'] === String(id)) return deleteByOperator(context, storage, { id, reason, isAtOnce });
  const what = isAtOnce ? 'delete it now, which nobody can undo' : 'have it deleted in seven days';
  return `${words}\nNothing is deleted yet. To ${what}, repeat the command with --account ${id}.`;
}

/** The operator's commands for people who cannot help themselves, such as after the loss of a phone. */
export const identity: Command = async (context, args) => {
  const { words, flags } = readFlags(args, ['reason', 'to', 'account', 'when']) ?? { words: [], flags: {} };
  const [verb = '', phone = '', ...rest] = words;
  if (verb === 'find' && phone !== '' && phone.length <= longestName && rest.length === 0 && Object.keys(flags).length === 0)
    return carryOut(context, () => accountsCalled(context, phone));
  const reason = flags['reason']?.trim() ?? '';
  const { storage } = context;
  const act = { named: phone, reason };
  const verbs: Record<string, { flags: readonly string[]; run: () => Promise<string> }> = {
    'reset-second-factor': {
      flags: [],
      run: async () => {
        await resetByOperator(context, phone, reason);
        return 'Reset. The next act as staff asks for a new one.';
      },
    },
    export: {
      flags: ['to'],
      run: async () => {
        if (!storage) throw new Error('An export needs the storage of files');
        await exportByOperator(context, storage, act, flags['to'] ?? '');
        return 'Exported. Give the file to nobody but the person, and delete it afterwards.';
      },
    },
    delete: { flags: ['account', 'when'], run: () => deletion(context, phone, reason, flags) },
    keep: {
      flags: [],
      run: async () => {
        await keepByOperator(context, act);
        return 'The account stays.';
      },
    },
  };
  const known = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  const isUnderstood =
    rest.length === 0 &&
    (personPattern.test(phone) || accountPattern.test(phone)) &&
    reason !== '' &&
    reason.length <= 500 &&
    Object.keys(flags).every((flag) => flag === 'reason' || known?.flags.includes(flag)) &&
    (flags['when'] === undefined || flags['when'] === 'now') &&
    (verb !== 'export' || Boolean(flags['to']));
  if (known && isUnderstood) return carryOut(context, known.run);
  context.print(usage);
  return 2;
};
