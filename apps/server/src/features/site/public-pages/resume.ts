import { say } from '@abhyas/exam/institute/sentence';
import type { Hash } from 'node:crypto';
import { Problem } from '@abhyas/contract/problem';

/** Distance from the ends of a PDF within which its markers may be (ISO 32000-1, appendix H.3). */
const nearEnd = 1024;
/** The entry in the trailer of an encrypted PDF. */
const encryption = /\/Encrypt\s+\d+\s+\d+\s+R|\/Encrypt\s*<</;

/**
 * Forwards a resume as it arrives, hashes it, and at its end throws `invalid_input` unless it is a PDF that opens without a password. Its
 * bytes decide, not its name.
 */
export async function* checkedResume(source: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  let [head, tail] = [Buffer.alloc(0), Buffer.alloc(0)];
  let [hasObject, isEncrypted] = [false, false];
  for await (const chunk of source) {
    hash.update(chunk);
    if (head.length < nearEnd) head = Buffer.concat([head, chunk.subarray(0, nearEnd - head.length)]);
    // A mark may span two chunks.
    const text = Buffer.concat([tail, chunk]);
    hasObject ||= text.includes('endobj');
    isEncrypted ||= encryption.test(text.toString('latin1'));
    tail = text.subarray(-nearEnd);
    yield chunk;
  }
  if (head.length === 0) throw new Problem('invalid_input', say`The file is empty.`);
  if (!head.includes('%PDF-') || !tail.includes('%%EOF') || !hasObject) throw new Problem('invalid_input', say`Resume should be a PDF.`);
  if (isEncrypted) throw new Problem('invalid_input', say`Resume should be a PDF that opens without a password.`);
}
