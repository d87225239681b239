import { createHash, randomBytes } from 'node:crypto';
import type { SignInKey } from '../context.ts';

const idBytes = 8;
const secretBytes = 32;
const tokenLength = Math.ceil(((idBytes + secretBytes) * 4) / 3);
const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** The id, covered by what follows it, or uncovered again: no two tokens of a person begin alike. */
const cover = (id: bigint, secret: Buffer) => id ^ hashOf(secret).readBigUInt64BE();

/** A token that nobody can guess: 256 random bits and, for programs to find it by, whose it is. */
export function makeToken(user_id: number): string {
  const secret = randomBytes(secretBytes);
  const id = Buffer.alloc(idBytes);
  id.writeBigUInt64BE(cover(BigInt(user_id), secret));
  return Buffer.concat([id, secret]).toString('base64url');
}

/** Where the sign-in of a token is kept; null where the text is no token. What it says of its owner proves nothing: the hash does. */
export function signInKeyOf(token: string): SignInKey | null {
  if (token.length !== tokenLength) return null;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + secretBytes) return null;
  const user_id = cover(bytes.readBigUInt64BE(), bytes.subarray(idBytes));
  return user_id > 0n && user_id <= BigInt(Number.MAX_SAFE_INTEGER) ? { user_id: Number(user_id), token_hash: hashOf(token) } : null;
}
