import { createHmac, timingSafeEqual } from 'node:crypto';
import { secretsOf } from '../../../integrations/secret.ts';

/** Whose Monday letter is to be announced at which address. */
export interface MailWish {
  user_id: number;
  address: string;
}

/** How long the link that confirms an address works. */
const confirmHours = 24;
const proofBytes = 16;

const proofOf = (secret: Buffer, kind: 'confirm' | 'end', content: string) =>
  createHmac('sha256', secret).update(`letter mail ${kind}:${content}`).digest().subarray(0, proofBytes);

function isProved(secret: Buffer, kind: 'confirm' | 'end', content: string, proof: string): boolean {
  const given = Buffer.from(proof, 'base64url');
  return given.length === proofBytes && secretsOf(secret).some((one) => timingSafeEqual(given, proofOf(one, kind, content)));
}

/** Writes the token that confirms an address: the wish and its end, with a proof of 128 bits. The server stores none of it. */
export function sealWish(secret: Buffer, { user_id, address }: MailWish, now: Date): string {
  const ends = now.getTime() + confirmHours * 3_600_000;
  const content = Buffer.from(JSON.stringify([user_id, ends, address])).toString('base64url');
  return `${content}.${proofOf(secret, 'confirm', content).toString('base64url')}`;
}

/** Reads such a token; null if it is damaged, of another installation or expired. */
export function openWish(secret: Buffer, token: string, now: Date): MailWish | null {
  const [content = '', proof = ''] = token.split('.');
  if (!isProved(secret, 'confirm', content, proof)) return null;
  const [user_id, ends, address] = JSON.parse(Buffer.from(content, 'base64url').toString()) as [number, number, string];
  return ends > now.getTime() ? { user_id, address } : null;
}

/** Writes the token that ends the e-mails of a person. It never expires and holds no address. */
export const sealEnd = (secret: Buffer, user_id: number): string =>
  `${user_id}.${proofOf(secret, 'end', String(user_id)).toString('base64url')}`;

/** The person whose e-mails the token ends; null if it is damaged or of another installation. */
export function openEnd(secret: Buffer, token: string): number | null {
  const [user_id = '', proof = ''] = token.split('.');
  return isProved(secret, 'end', user_id, proof) ? Number(user_id) : null;
}
