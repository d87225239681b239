import { createHash, randomBytes } from 'node:crypto';
import type { SignInKey } from '../context.ts';

const idBytes = 8;
const secretBytes = 32;
const tokenLength = Math.ceil(((idBytes + secretBytes) * 4) / 3);
const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** Masks the id with the random bytes after it, or unmasks it, so that two tokens of a person begin differently. */
const cover = (id: bigint, secret: Buffer) => id ^ hashOf(secret).readBigUInt64BE();

/** An unguessable token: 256 random bits, and the id of its owner, by which its sign-in is found. */
export function makeToken(user_id: number): string {
  const secret = randomBytes(secretBytes);
  const id = Buffer.alloc(idBytes);
  id.writeBigUInt64BE(cover(BigInt(user_id), secret));
  return Buffer.concat([id, secret]).toString('base64url');
}

/** Key of the sign-in of a token; null if the text is not a token. The owner's id in the token proves nothing, only the hash does. */
export function signInKeyOf(token: string): SignInKey | null {
  if (token.length !== tokenLength) return null;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + secretBytes) return null;
  const user_id = cover(bytes.readBigUInt64BE(), bytes.subarray(idBytes));
  return user_id > 0n && user_id <= BigInt(Number.MAX_SAFE_INTEGER) ? { user_id: Number(user_id), token_hash: hashOf(token) } : null;
}
