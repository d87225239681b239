import { deflateSync } from 'node:zlib';
import { type getSignedUrl, type getStaffSignedUrl, getUploadParts } from '@abhyas/contract/institute/stored-files';
import { partBytes } from '../integrations/storage/storage.ts';
import type { Visitor } from './story.ts';

/** A minimal PDF: header and page markers. */
export const pdfOf = (pages: number): Buffer =>
  Buffer.from(`%PDF-1.4\n${'1 0 obj <</Type /Page>> endobj\n'.repeat(pages)}2 0 obj <</Type /Pages>> endobj\n%%EOF`);

/** The beginning of a PNG of this size. */
export function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(17);
  head.write('IHDR');
  head.writeUInt32BE(width, 4);
  head.writeUInt32BE(height, 8);
  head.set([8, 2, 0, 0, 0], 12);
  const length = Buffer.from([0, 0, 0, 13]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, length, head, deflateSync(Buffer.alloc(64))]);
}

/** The body of a form, as a browser posts it. */
export function multipartOf(fields: Record<string, string>, file: Buffer) {
  const boundary = 'boundary-of-a-story';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(parts.join('') + head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

/** Posts a file with a signed form. */
export const sendForm = (by: Visitor, { url, url_fields }: { url: string; url_fields: Record<string, string> }, file: Buffer) =>
  by.send({ method: 'POST', url, ...multipartOf(url_fields, file) });

/** Sends some of the parts of a file that are missing. */
export async function sendParts(by: Visitor, id: number, file: Buffer, numbers: readonly number[]): Promise<void> {
  const { missing } = await by.call(getUploadParts, { id });
  for (const { number, url } of missing.filter((part) => numbers.includes(part.number))) {
    const payload = file.subarray((number - 1) * partBytes, number * partBytes);
    await by.send({ method: 'PUT', url, payload, headers: { 'content-type': 'application/octet-stream' } });
  }
}

/** Uploads a file of a student or of staff, and returns its address. */
export async function upload(by: Visitor, call: typeof getSignedUrl | typeof getStaffSignedUrl, file: Buffer = pdfOf(1)): Promise<string> {
  const { presigned_aws_data, file_url } = await by.call(call, { file_extension: 'pdf' });
  await sendForm(by, presigned_aws_data, file);
  return file_url;
}

/** Downloads the address of a file: the file, or the refusal. */
export async function download(by: Visitor, file_url: string) {
  const led = await by.send({ method: 'GET', url: file_url });
  return led.statusCode === 302 ? by.send({ method: 'GET', url: String(led.headers.location) }) : led;
}
