import type { Input, Value } from '@abhyas/contract/endpoint';
import type { updateProfile } from '@abhyas/contract/institute/identity';
import { getProfileKey, PROFILE_KEY_LENGTH, type ProfileFields } from '@abhyas/contract/institute/profile';
import { call } from './call.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ivBytes = 12;

/** A random text of `PROFILE_KEY_LENGTH` characters, all equally likely. */
function randomKey(): string {
  let text = '';
  while (text.length < PROFILE_KEY_LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    // Bytes above the last whole multiple of the alphabet are skipped, because they would favour its first letters.
    if (byte < 256 - (256 % letters.length)) text += letters[byte % letters.length];
  }
  return text;
}

const base64 = (bytes: ArrayBuffer | Uint8Array) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
const bytesOf = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/**
 * Encrypts text under a random key, and the key under the public key (SPKI in base64). The contract's `SealedProfile` describes the format.
 */
export async function seal(text: string, { version, public_key }: { version: number; public_key: string }): Promise<string> {
  const encoder = new TextEncoder();
  const key = encoder.encode(randomKey());
  const rsa = await crypto.subtle.importKey('spki', bytesOf(public_key), { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt']);
  const aes = await crypto.subtle.importKey('raw', await crypto.subtle.digest('SHA-256', key), 'AES-GCM', false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const [wrapped, data] = await Promise.all([
    crypto.subtle.encrypt('RSA-OAEP', rsa, key),
    crypto.subtle.encrypt({ name: 'AES-GCM', iv }, aes, encoder.encode(text)),
  ]);
  return JSON.stringify({ version, key: base64(wrapped), iv: base64(iv), data: base64(data) });
}

/** The input of `update_profile`: encrypted, or plain on a page over http without WebCrypto, which only the demo accepts. */
export async function sealedProfile(fields: Value<typeof ProfileFields>, is_onboarding: boolean): Promise<Input<typeof updateProfile>> {
  if (!globalThis.crypto?.subtle) return { ...fields, is_onboarding };
  return { secret: await seal(JSON.stringify(fields), await call(getProfileKey, {})), is_onboarding };
}
