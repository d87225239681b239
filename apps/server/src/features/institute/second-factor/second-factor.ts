import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { brand } from '@abhyas/contract/institute/brand';
import { Problem } from '@abhyas/contract/problem';
import { Secret, TOTP } from 'otpauth';
import type { Context, SignedInContext, StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { secretsOf, type ServerSecret } from '../../../integrations/secret.ts';
import { writeAudit } from '../audit/audit.ts';
import { passSecondFactor as passOnSignIn, personNamed, randomLetters } from '../identity/identity.ts';
import * as store from './second-factor.store.ts';

const period = 30;
/** Codes of one time step earlier or later are accepted, because the clocks of phones differ. */
const steps = 1;
const recoveryCount = 10;

/** The services and settings that the second factor needs. */
export interface SecondFactorParts {
  secret: ServerSecret;
  /** In the demo the page shows the code that an app would show. */
  isDemo: boolean;
}

const keyOf = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', 'second factor', 32));

function seal(secret: Buffer, user_id: number, bytes: Buffer): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(String(user_id)));
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function unsealUnder(secret: Buffer, user_id: number, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), sealed.subarray(0, 12)).setAAD(Buffer.from(String(user_id)));
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
}

/** Throws `not_possible` if the second factor was sealed under a secret that the server does not have. */
function unseal(secret: ServerSecret, user_id: number, sealed: Buffer): Buffer {
  for (const one of secretsOf(secret)) {
    try {
      return unsealUnder(one, user_id, sealed);
    } catch {
      // Another secret may open it.
    }
  }
  throw new Problem(
    'not_possible',
    'Your second factor cannot be opened: the key of the server was changed. Ask whoever runs the site to set SECRET_PREVIOUS, or to reset your second factor.',
  );
}

const totpOf = (bytes: Buffer, label = 'staff') =>
  new TOTP({ issuer: brand.name, label, period, digits: 6, secret: new Secret({ buffer: new Uint8Array(bytes).buffer }) });

const hashOfRecovery = (secret: Buffer, user_id: number, code: string) =>
  createHmac('sha256', secret)
    .update(`recovery code:${user_id}:${code.toUpperCase().replaceAll('-', '')}`)
    .digest();

const recoveryCode = () => `${randomLetters(5)}-${randomLetters(5)}`;

/** The state of the person's second factor. */
export async function secondFactorOf(context: SignedInContext, { secret, isDemo }: SecondFactorParts) {
  const { id, hasSecondFactor = false } = context.caller;
  const factor = await store.findFactor(context, id);
  return {
    is_set_up: (factor?.confirmed_at ?? null) !== null,
    is_passed: hasSecondFactor,
    recovery_codes_left: await store.countRecoveryCodes(context, id),
    demo_code: isDemo && factor ? totpOf(unseal(secret, id, factor.secret)).generate({ timestamp: context.now.getTime() }) : null,
  };
}

/** Creates the secret, which takes effect once a code made from it is entered. Throws `not_possible` if the person has a confirmed one. */
export async function beginSecondFactor(context: SignedInContext, { secret }: SecondFactorParts) {
  const { id, name } = context.caller;
  const bytes = randomBytes(20);
  const isStored = await inTransaction(context, (within) => store.storeSecret(within, id, seal(secret, id, bytes)));
  if (!isStored) throw new Problem('not_possible', 'You already have a second factor. An owner of your institute, or we, can reset it.');
  const totp = totpOf(bytes, name ?? `person ${id}`);
  return { secret: totp.secret.base32, otpauth_uri: totp.toString() };
}

/** Accepts a code, once, for this sign-in. The first accepted code confirms the factor, and returns ten recovery codes. */
export async function passSecondFactor(context: SignedInContext, { secret }: SecondFactorParts, code: string) {
  const { signIn, now } = context;
  const { id } = context.caller;
  if (!signIn) throw new Problem('not_signed_in');
  if (!context.budgets.take('second_factors', id)) throw new Problem('too_many_requests');
  const recovery_codes = await inTransaction(context, async (within) => {
    const factor = await store.lockFactor(within, id);
    if (!factor) throw new Problem('not_possible', 'Set up the second factor first.');
    const isFirst = factor.confirmed_at === null;
    if (/^\d{6}$/.test(code)) {
      const at = Math.floor(now.getTime() / 1000 / period);
      const delta = totpOf(unseal(secret, id, factor.secret)).validate({ token: code, timestamp: now.getTime(), window: steps });
      if (delta === null || !(await store.takeStep(within, id, at + delta))) throw new Problem('wrong_second_factor');
    } else if (
      isFirst ||
      !(await store.useRecoveryCode(
        within,
        id,
        secretsOf(secret).map((one) => hashOfRecovery(one, id, code)),
      ))
    ) {
      throw new Problem('wrong_second_factor');
    }
    await passOnSignIn(within, signIn);
    if (!isFirst) return null;
    const codes = Array.from({ length: recoveryCount }, recoveryCode);
    await store.storeRecoveryCodes(
      within,
      id,
      codes.map((one) => hashOfRecovery(secret, id, one)),
    );
    return codes;
  });
  return { success: true as const, recovery_codes };
}

/** Resets a colleague's second factor; the colleague must set up a new one. Only the operator resets owners. */
export async function resetOfColleague(context: StaffContext, membership_id: number) {
  return inTransaction(context, async (within) => {
    const colleague = await store.findColleague(within, membership_id);
    if (!colleague) throw new Problem('not_found');
    if (colleague.role === 'owner') throw new Problem('not_possible', 'Only we can reset an owner’s second factor. Contact us.');
    await store.deleteFactor(within, colleague.user_id);
    await writeAudit(within, { what: 'second_factor.reset', object_type: 'membership', object_id: membership_id });
    return { success: true as const };
  });
}

/** Resets anybody's second factor as the operator, with a reason. Throws `not_found` for an unknown number. */
export async function resetByOperator(context: Context, phone: string, reason: string): Promise<void> {
  await inTransaction(context, async (within) => {
    const user_id = await personNamed(within, phone);
    await store.deleteFactor(within, user_id);
    const actor = { user_id: null, role: 'operator' as const, institute_id: null, reason };
    await writeAudit({ ...within, actor }, { what: 'second_factor.reset', object_type: 'user', object_id: user_id });
  });
}

/** Seals all second factors under the present secret. Returns their number. */
export async function sealFactorsAnew(context: Context, secret: ServerSecret): Promise<number> {
  const factors = await store.lockAll(context);
  for (const { user_id, secret: sealed } of factors)
    await store.replaceSealed(context, user_id, seal(secret, user_id, unseal(secret, user_id, sealed)));
  return factors.length;
}

/** Deletes all second factors, which can no longer be opened, so that staff set up new ones. Returns their number. */
export async function forgetAllFactors(context: Context): Promise<number> {
  const factors = await store.lockAll(context);
  for (const { user_id } of factors) await store.deleteFactor(context, user_id);
  return factors.length;
}
