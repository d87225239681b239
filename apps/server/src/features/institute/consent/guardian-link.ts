import { createHmac, timingSafeEqual } from 'node:crypto';
import { secretsOf } from '../../../integrations/secret.ts';

/** How long a guardian may take to press the link. */
export const linkDays = 3;

/** The content of a link: who asks whom, until when. The server stores none of it. */
export interface GuardianLink {
  student_id: number;
  guardian_phone: string;
  expires_at: Date;
}

const idBytes = 6;
const phoneBytes = 6;
const timeBytes = 6;
const contentBytes = idBytes + phoneBytes + timeBytes;
const proofBytes = 16;

const proofOf = (secret: Buffer, content: Buffer) =>
  createHmac('sha256', secret).update('guardian link:').update(content).digest().subarray(0, proofBytes);

/** Writes the link's token: content, and a proof of 128 bits under the installation's secret. */
export function sealLink(secret: Buffer, { student_id, guardian_phone, expires_at }: GuardianLink): string {
  const content = Buffer.alloc(contentBytes);
  content.writeUIntBE(student_id, 0, idBytes);
  content.writeUIntBE(Number(guardian_phone), idBytes, phoneBytes);
  content.writeUIntBE(expires_at.getTime(), idBytes + phoneBytes, timeBytes);
  return Buffer.concat([content, proofOf(secret, content)]).toString('base64url');
}

/** Reads a token; undefined if it is damaged, of another installation or expired. */
export function openLink(secret: Buffer, token: string, now: Date): GuardianLink | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== contentBytes + proofBytes) return undefined;
  const [content, proof] = [bytes.subarray(0, contentBytes), bytes.subarray(contentBytes)];
  if (!secretsOf(secret).some((one) => timingSafeEqual(proof, proofOf(one, content)))) return undefined;
  const expires_at = new Date(content.readUIntBE(idBytes + phoneBytes, timeBytes));
  if (expires_at <= now) return undefined;
  return {
    student_id: content.readUIntBE(0, idBytes),
    guardian_phone: String(content.readUIntBE(idBytes, phoneBytes)).padStart(10, '0'),
    expires_at,
  };
}
