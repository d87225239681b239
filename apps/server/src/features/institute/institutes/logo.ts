import { LOGO_BYTES, LOGO_SIDE } from '@abhyas/contract/institute/institutes';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const widthAt = 16;
const heightAt = 20;
/** Signature, length and name of the first chunk, and its 13 bytes. */
const headBytes = 29;

/** Whether these bytes begin like a PNG of an allowed size, according to its head. */
export function isSmallPng(bytes: Buffer): boolean {
  if (bytes.length < headBytes || bytes.length > LOGO_BYTES || !bytes.subarray(0, 8).equals(signature)) return false;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return false;
  const sides = [bytes.readUInt32BE(widthAt), bytes.readUInt32BE(heightAt)];
  return sides.every((side) => side >= 1 && side <= LOGO_SIDE);
}
