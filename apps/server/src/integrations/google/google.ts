import { createLocalJWKSet, createRemoteJWKSet, exportJWK, generateKeyPair, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose';
import { beginningOf } from '@abhyas/exam/institute/cut-text';

/** The person that a token names. Only `subject` identifies the account: an e-mail address can change its owner. */
export interface GooglePerson {
  subject: string;
  name: string | null;
}

/** Sign-in with Google: the site's client id, the check of tokens, and the demo's stand-in. */
export interface GoogleSignIn {
  client_id: string;
  /** The person of a token made for this nonce; null for any other token. */
  verify(id_token: string, nonce: string, now: Date): Promise<GooglePerson | null>;
  /** The demo's own issuer, which replaces Google; null with Google itself. */
  standIn: StandInIssuer | null;
}

export interface StandInIssuer {
  accounts: readonly { subject: string; name: string }[];
  /** A token as Google would sign it for the account; null for an unknown account. */
  issue(subject: string, nonce: string, now: Date): Promise<string | null>;
}

const tokenSeconds = 300;
const clockToleranceSeconds = 60;

function verifierOf(keys: JWTVerifyGetKey, issuer: string[], client_id: string): GoogleSignIn['verify'] {
  return async (id_token, nonce, now) => {
    try {
      const { payload } = await jwtVerify(id_token, keys, {
        issuer,
        audience: client_id,
        algorithms: ['RS256'],
        currentDate: now,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      });
      const { sub, name } = payload;
      if (payload['nonce'] !== nonce || typeof sub !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(sub)) return null;
      const text = typeof name === 'string' ? beginningOf(name.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim(), 80) : '';
      return { subject: sub, name: text || null };
    } catch {
      return null;
    }
  };
}

const googleIssuers = ['https://accounts.google.com', 'accounts.google.com'];
const googleKeys = 'https://www.googleapis.com/oauth2/v3/certs';

/** Sign-in with Google itself, which publishes its keys at `keysAt`. */
export function google(client_id: string, keysAt = googleKeys): GoogleSignIn {
  const keys = createRemoteJWKSet(new URL(keysAt), { timeoutDuration: 5000 });
  return { client_id, verify: verifierOf(keys, googleIssuers, client_id), standIn: null };
}

const standInIssuer = 'https://accounts.stand-in.invalid';
const standInClient = 'stand-in';

/** An issuer with its own keys, for the demo and tests. Anybody can get a token for each of its accounts. */
export async function standInGoogle(accounts: StandInIssuer['accounts']): Promise<GoogleSignIn> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'stand-in', alg: 'RS256' }] });
  const issue: StandInIssuer['issue'] = async (subject, nonce, now) => {
    const account = accounts.find((one) => one.subject === subject);
    if (!account) return null;
    const seconds = Math.floor(now.getTime() / 1000);
    return new SignJWT({ name: account.name, nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'stand-in' })
      .setIssuer(standInIssuer)
      .setAudience(standInClient)
      .setSubject(subject)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + tokenSeconds)
      .sign(privateKey);
  };
  return { client_id: standInClient, verify: verifierOf(keys, [standInIssuer], standInClient), standIn: { accounts, issue } };
}
