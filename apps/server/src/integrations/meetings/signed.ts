import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Whether two texts are equal, in a time that does not reveal where they differ. */
export function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const algorithms = { HS256: 'sha256', HS512: 'sha512' } as const;
type Algorithm = keyof typeof algorithms;

/** A JSON Web Token signed by HMAC. */
export function signToken(payload: object, secret: string, algorithm: Algorithm = 'HS256'): string {
  const text = `${encoded({ alg: algorithm, typ: 'JWT' })}.${encoded(payload)}`;
  return `${text}.${createHmac(algorithms[algorithm], secret).update(text).digest('base64url')}`;
}

/** The payload of a token that was signed with the secret by this algorithm and has not expired; null for any other token. */
export function readToken(token: string, secret: string, algorithm: Algorithm, now: Date): Record<string, unknown> | null {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.');
  const expected = createHmac(algorithms[algorithm], secret).update(`${header}.${payload}`).digest('base64url');
  if (rest.length > 0 || !isSame(signature, expected)) return null;
  try {
    const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { alg?: unknown };
    const read = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const isOver = typeof read['exp'] === 'number' && read['exp'] * 1000 <= now.getTime();
    return alg === algorithm && !isOver ? read : null;
  } catch {
    return null;
  }
}
