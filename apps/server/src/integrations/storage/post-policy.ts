import { createHmac, timingSafeEqual } from 'node:crypto';
import { formMinutes, type UploadRule } from './storage.ts';

/** The signing keys and the bucket. */
export interface Signer {
  access_key: string;
  secret_key: string;
  region: string;
  bucket: string;
}

type Condition = Record<string, string> | readonly ['content-length-range', number, number];

interface Policy {
  expiration: string;
  conditions: Condition[];
}

/** A policy that the storage refuses, or a form that violates the policy; the message says which. */
export class PolicyFault extends Error {}

const algorithm = 'AWS4-HMAC-SHA256';
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

/** Signature Version 4 of Amazon S3 over a policy: AWS, "Calculating a signature" (POST). */
function signatureOf({ secret_key, region }: Signer, day: string, policy: string): string {
  const key = hmac(hmac(hmac(hmac(`AWS4${secret_key}`, day), region), 's3'), 'aws4_request');
  return hmac(key, policy).toString('hex');
}

/** The fields of a form that uploads one file; the signature fixes its key, its type and its largest size. */
export function signPolicy(signer: Signer, { key, media_type, most_bytes }: UploadRule, now: Date): Record<string, string> {
  const time = `${now.toISOString().replaceAll(/[:-]|\.\d{3}/g, '')}`;
  const day = time.slice(0, 8);
  const fields = {
    key,
    'Content-Type': media_type,
    'x-amz-algorithm': algorithm,
    'x-amz-credential': `${signer.access_key}/${day}/${signer.region}/s3/aws4_request`,
    'x-amz-date': time,
  };
  const policy: Policy = {
    expiration: new Date(now.getTime() + formMinutes * 60_000).toISOString(),
    conditions: [
      { bucket: signer.bucket },
      ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
      ['content-length-range', 1, most_bytes],
    ],
  };
  const encoded = Buffer.from(JSON.stringify(policy)).toString('base64');
  return { ...fields, policy: encoded, 'x-amz-signature': signatureOf(signer, day, encoded) };
}

const unsigned = new Set(['policy', 'x-amz-signature']);

/**
 * Checks a posted form against its signed policy, as S3 does: every condition holds, and every field is named by one. Throws a PolicyFault.
 */
export function checkForm(signer: Signer, fields: Record<string, string>, now: Date): UploadRule {
  const { policy: encoded, 'x-amz-signature': signature } = fields;
  if (!encoded || !signature) throw new PolicyFault('The form is not signed.');
  const expected = Buffer.from(signatureOf(signer, (fields['x-amz-date'] ?? '').slice(0, 8), encoded));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new PolicyFault('The signature is wrong.');
  // This server signed the policy, so it has the shape that signPolicy gives it.
  const { expiration, conditions } = JSON.parse(Buffer.from(encoded, 'base64').toString()) as Policy;
  if (new Date(expiration) <= now) throw new PolicyFault('The form has expired.');
  const wanted: Record<string, string> = { bucket: signer.bucket };
  let most_bytes = 0;
  for (const condition of conditions) {
    if (condition instanceof Array) most_bytes = condition[2];
    else Object.assign(wanted, condition);
  }
  const sent: Record<string, string> = { bucket: signer.bucket, ...fields };
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(sent)])) {
    if (!unsigned.has(name) && sent[name] !== wanted[name]) throw new PolicyFault(`The field ${name} differs from the signed policy.`);
  }
  return { key: wanted['key'] ?? '', media_type: wanted['Content-Type'] ?? '', most_bytes };
}
