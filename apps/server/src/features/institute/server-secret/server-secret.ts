import { hkdfSync } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { ServerSecret } from '../../../integrations/secret.ts';
import { forgetAllFactors, sealFactorsAnew } from '../second-factor/second-factor.ts';
import * as store from './server-secret.store.ts';

/** The database was used with another secret; the message says what to do. */
export class SecretFault extends Error {}

const fingerprintOf = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', 'fingerprint of the server’s secret', 32));

/** Throws a SecretFault if the servers of this database use another secret. A database that no server has used yet accepts any. */
export async function requireSecret(context: Context, secret: Buffer): Promise<void> {
  const known = await store.findFingerprint(context);
  if (known && !known.equals(fingerprintOf(secret)))
    throw new SecretFault(
      'This is not the SECRET of the servers of this database: a code made under it would not work. Set SECRET to theirs, or DATA_FOLDER to the folder with their secret.',
    );
}

/**
 * Checks the secret of a starting server, and stores the first one. Another secret is accepted if the previous one is given too; the sealed
 * data is then sealed again. With `isLost` the second factors and their codes are deleted instead. Throws a SecretFault otherwise.
 */
export async function adoptSecret(context: Context, secret: ServerSecret, isLost: boolean, report: (line: string) => void): Promise<void> {
  const fingerprint = fingerprintOf(secret);
  await store.insertFingerprint(context, fingerprint);
  const known = await store.findFingerprint(context);
  if (known?.equals(fingerprint)) return;
  const isFollowed = secret.previous !== undefined && known?.equals(fingerprintOf(secret.previous));
  if (!isFollowed && !isLost)
    throw new SecretFault(
      'SECRET differs from the one that this database was used with, so existing second factors, codes and devices could not be read. Set SECRET to the previous one again, or set SECRET_PREVIOUS to it beside the new SECRET. If it is lost, set SECRET_PREVIOUS=lost; staff then set up their second factors again.',
    );
  await inTransaction(context, async (within) => {
    const count = isFollowed ? await sealFactorsAnew(within, secret) : await forgetAllFactors(within);
    await store.replaceFingerprint(within, fingerprint);
    report(`SECRET is new; ${count} second factors were ${isFollowed ? 'sealed again' : 'deleted'}.`);
  });
}
