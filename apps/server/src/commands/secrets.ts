import { randomBytes } from 'node:crypto';
import { forgetPreviousSecret, hasPreviousSecret, readSecret, rotateKeptSecret } from '../integrations/secret.ts';
import { profileKeyVersions, rotateProfileKeys } from '../integrations/profile-keys.ts';
import { inTransaction } from '../database/transaction.ts';
import { writeAudit } from '../features/institute/audit/audit.ts';
import { countSignIns, endEverybodysSignIns } from '../features/institute/identity/identity.ts';
import { requireSecret } from '../features/institute/server-secret/server-secret.ts';
import { asOperator, carryOut, type Command, type CommandContext, readFlags } from './command.ts';

const usage = `Usage:
  npm run secrets -- status             where the secrets are, and what waits
  npm run secrets -- rotate secret      a new secret of the servers; the former one still opens what was made under it. Then restart every server
  npm run secrets -- forget previous    ends what was made under the former secret, eight days after a rotation or later. Then restart every server
  npm run secrets -- rotate profiles    a new key that seals profiles; no restart
  npm run secrets -- end sign-ins       counts the sign-ins; repeated with --count NUMBER, everybody signs in anew, staff with the second factor
The secrets of providers are theirs: docs/operating.md says for each what a change does.`;

type Place = NonNullable<CommandContext['place']>;

const rotateGiven =
  () => `The settings name the secret. Give every server, at once, these settings, the second with the present value of SECRET:
  SECRET=${randomBytes(32).toString('base64url')}
  SECRET_PREVIOUS=…
Nothing is changed yet. This value is shown once; keep it with the backups' other secrets.`;

/** Throws a SecretFault if the secret of the data folder is one that no server has adopted yet: another rotation would lose the former. */
async function rotateSecret(context: CommandContext, { dataFolder, isSecretGiven }: Place): Promise<string> {
  if (isSecretGiven) return rotateGiven();
  await requireSecret(context, readSecret(undefined, dataFolder));
  rotateKeptSecret(dataFolder);
  return 'A new secret is in the data folder. Restart every server now: until then commands are refused. Nobody is signed out.';
}

async function forgetPrevious(context: CommandContext, { dataFolder, isSecretGiven }: Place): Promise<string> {
  if (isSecretGiven) return 'The settings name the secret: remove SECRET_PREVIOUS from them, and restart every server.';
  if (!hasPreviousSecret(dataFolder)) return 'There is no former secret.';
  await requireSecret(context, readSecret(undefined, dataFolder));
  forgetPreviousSecret(dataFolder);
  return 'The former secret is removed. It ends with the next start of each server.';
}

/** Ends everybody's sign-ins once their number is confirmed: a few more since are ended too. */
async function endSignIns(context: CommandContext, confirmed: string | undefined): Promise<string> {
  const count = await countSignIns(context);
  if (!/^\d+$/.test(confirmed ?? '') || Math.abs(Number(confirmed) - count) > count / 10 + 10)
    return `${count} sign-ins. Nothing is ended yet. To sign everybody out, repeat the command with --count ${count}. Answers of running tests stay on the devices; a test goes on when its student has signed in.`;
  await inTransaction(asOperator(context), async (within) => {
    await endEverybodysSignIns(within);
    await writeAudit(within, { what: 'sign_ins.end_all', object_type: 'installation', object_id: null, after: { count } });
  });
  return `${count} sign-ins are ended.`;
}

function describe({ dataFolder, profileKeyFolder, isSecretGiven }: Place, signIns: number): string {
  const former = hasPreviousSecret(dataFolder) ? ', with the former one beside it (forget previous)' : '';
  return [
    `Secret of the servers: ${isSecretGiven ? 'in the settings' : `in the data folder${former}`}.`,
    `Keys of profiles: ${profileKeyVersions(profileKeyFolder).join(', ') || 'none yet'}; the last one seals.`,
    `Sign-ins: ${signIns}, stored as hashes of random tokens; no secret makes them.`,
  ].join('\n');
}

/** The operator's commands for the installation's own secrets. */
export const secrets: Command = async (context, args) => {
  const { place } = context;
  if (!place) throw new Error('The secrets need the folders of the server');
  const { words, flags } = readFlags(args, ['count']) ?? { words: [], flags: {} };
  const verbs: Record<string, () => Promise<string>> = {
    status: async () => describe(place, await countSignIns(context)),
    'rotate secret': () => rotateSecret(context, place),
    'forget previous': () => forgetPrevious(context, place),
    'rotate profiles': async () => `Key ${rotateProfileKeys(place.profileKeyFolder)} seals profiles from now on. Copy it to every server.`,
    'end sign-ins': () => endSignIns(context, flags['count']),
  };
  const name = words.join(' ');
  const known = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (known && (flags['count'] === undefined || name === 'end sign-ins')) return carryOut(context, known);
  context.print(usage);
  return 2;
};
