import { createHmac, timingSafeEqual } from 'node:crypto';
import { secretsOf } from '../../../integrations/secret.ts';

/** Whose Monday letter is to be announced at which address. */
export interface MailWish {
  user_id: number;
  address: string;
}

/** How long the link that confirms an address works. */
export const confirmMs = 24 * 3_600_000;
const proofBytes = 16;
/** Bytes that tell an address from the others of a person. */
const nameBytes = 6;

const proofOf = (secret: Buffer, kind: 'confirm' | 'end', content: string) =>
  createHmac('sha256', secret).update(`letter mail ${kind}:${content}`).digest().subarray(0, proofBytes);

function isProved(secret: Buffer, kind: 'confirm' | 'end', content: string, proof: string): boolean {
  const given = Buffer.from(proof, 'base64url');
  return given.length === proofBytes && secretsOf(secret).some((one) => timingSafeEqual(given, proofOf(one, kind, content)));
}

/** Writes the token that confirms an address: the wish and its end, with a proof of 128 bits. The server stores none of it. */
export function sealWish(secret: Buffer, { user_id, address }: MailWish, now: Date): string {
  const ends = now.getTime() + confirmMs;
  const content = Buffer.from(JSON.stringify([user_id, ends, address])).toString('base64url');
  return `${content}.${proofOf(secret, 'confirm', content).toString('base64url')}`;
}

/** Reads such a token with the time of asking; null if it is damaged, of another installation or expired. */
export function openWish(secret: Buffer, token: string, now: Date): (MailWish & { asked_at: Date }) | null {
  const [content = '', proof = ''] = token.split('.');
  if (!isProved(secret, 'confirm', content, proof)) return null;
  const [user_id, ends, address] = JSON.parse(Buffer.from(content, 'base64url').toString()) as [number, number, string];
  return ends > now.getTime() ? { user_id, address, asked_at: new Date(ends - confirmMs) } : null;
}

const nameOf = (secret: Buffer, address: string) =>
  createHmac('sha256', secret).update(`letter mail address:${address}`).digest().subarray(0, nameBytes).toString('base64url');

/** Writes the token that ends the e-mails of a person to an address. It never expires, and does not reveal the address. */
export function sealEnd(secret: Buffer, { user_id, address }: MailWish): string {
  const content = `${user_id}.${nameOf(secret, address)}`;
  return `${content}.${proofOf(secret, 'end', content).toString('base64url')}`;
}

/**
 * The person whose e-mails the token ends, and a function that says whether it is for an address; null if it is damaged or of another
 * installation.
 */
export function openEnd(secret: Buffer, token: string): { user_id: number; isFor: (address: string) => boolean } | null {
  const [user_id = '', name = '', proof = ''] = token.split('.');
  if (!isProved(secret, 'end', `${user_id}.${name}`, proof)) return null;
  return { user_id: Number(user_id), isFor: (address) => secretsOf(secret).some((one) => nameOf(one, address) === name) };
}
