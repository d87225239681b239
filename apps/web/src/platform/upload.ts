// Contents: arguments of an upload · one request with its progress · by a form · in parts
import {
  FORM_BYTES,
  type beginUpload,
  cancelUpload,
  finishUpload,
  type getSignedUrl,
  getUploadParts,
} from '@abhyas/contract/institute/stored-files';
import type { Answer } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import { call, NetworkFailure } from './call.ts';

/** An upload in parts that was begun and that another page can continue. */
export interface BegunUpload {
  id: number;
  file_url: string;
}

/** The calls that permit an upload. They differ by screen, while sending the bytes is always the same. */
export interface UploadCalls {
  /** Left out where every file is uploaded in parts. */
  sign?(bytes: number): Promise<Answer<typeof getSignedUrl>>;
  begin(bytes: number): Promise<Answer<typeof beginUpload>>;
}

export interface UploadOptions {
  /** Bytes that have arrived so far, and bytes in all. */
  onProgress: (sent: number, all: number) => void;
  signal: AbortSignal;
  /** The upload of the same file that an earlier page began. */
  begun?: BegunUpload | undefined;
  /** Called when an upload in parts begins, before its first byte. */
  onBegun?: (begun: BegunUpload) => void;
}

type Send = (
  method: 'POST' | 'PUT',
  url: string,
  body: FormData | Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
) => Promise<number>;

/** Sends by XMLHttpRequest, because `fetch` reports no progress of sending. Resolves with the status, or with 0 if the network failed. */
const sendByXhr: Send = (method, url, body, onSent, signal) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open(method, url);
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onloadend = () => {
      signal.removeEventListener('abort', stop);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve(request.status);
    };
    if (signal.aborted) return reject(signal.reason as Error);
    signal.addEventListener('abort', stop);
    request.send(body);
  });

const longestWaitMs = 15_000;
const formLifeMs = 9 * 60_000;
const partsAtOnce = 2;

export interface UploadPorts {
  send: Send;
  /** Waits this many ms, or until the network is back. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  now: () => number;
}

const pagePorts: UploadPorts = {
  send: sendByXhr,
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        removeEventListener('online', end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      addEventListener('online', end);
      signal.addEventListener('abort', end);
    }),
  now: () => performance.now(),
};

/** Whether the network or a busy server failed, so that another try may succeed. Every other status is a refusal. */
const isPassing = (status: number) => status === 0 || status === 408 || status === 429 || status >= 500;
const isPassingFailure = (failure: unknown) =>
  failure instanceof NetworkFailure || (failure instanceof Problem && isPassing(failure.status));

/** Tries until the work succeeds, is refused or is cancelled; the wait grows with each failure in a row. */
async function untilDone<T>(attempt: () => Promise<T | undefined>, { wait }: UploadPorts, signal: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    try {
      const done = await attempt();
      if (done !== undefined) return done;
    } catch (failure) {
      signal.throwIfAborted();
      if (!isPassingFailure(failure)) throw failure;
    }
    await wait(Math.min(longestWaitMs, 1000 * 2 ** failures), signal);
  }
}

/**
 * Refuses a file that changed after it was chosen, because it can never be read again, and the failure would look like one of the network.
 */
async function requireReadable(file: Blob): Promise<void> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new Problem('refused_file', /*i18n*/ 'The file was changed since you chose it. Choose it again.');
    });
}

const refused = (status: number) =>
  new Problem(status === 413 ? 'too_large' : 'refused_file', status === 413 ? /*i18n*/ 'File should be less than 100 MB.' : undefined);

async function sendByForm(
  file: Blob,
  sign: NonNullable<UploadCalls['sign']>,
  { onProgress, signal }: UploadOptions,
  ports: UploadPorts,
): Promise<string> {
  let signed: { form: Answer<typeof getSignedUrl>; at: number } | undefined;
  return untilDone(
    async () => {
      if (!signed || ports.now() - signed.at > formLifeMs) signed = { form: await sign(file.size), at: ports.now() };
      const { url, url_fields } = signed.form.presigned_aws_data;
      const body = new FormData();
      for (const [name, value] of Object.entries(url_fields)) body.append(name, value);
      body.append('file', file);
      // The form's fields count as sent bytes too; without the limit the progress would pass 100 %.
      const status = await ports.send('POST', url, body, (sent) => onProgress(Math.min(sent, file.size), file.size), signal);
      if (status >= 200 && status < 300) return signed.form.file_url;
      if (!isPassing(status)) throw refused(status);
      await requireReadable(file);
      onProgress(0, file.size);
      return undefined;
    },
    ports,
    signal,
  );
}

/** Sends the missing parts, two at once. Resolves to true if none is missing any more. */
async function sendMissing(id: number, file: Blob, { onProgress, signal }: UploadOptions, ports: UploadPorts): Promise<true | undefined> {
  const { part_bytes, arrived, missing } = await call(getUploadParts, { id }, { signal });
  const sizeOf = (number: number) => Math.min(part_bytes, file.size - (number - 1) * part_bytes);
  let done = arrived.reduce((sum, number) => sum + sizeOf(number), 0);
  const under = new Map<number, number>();
  const report = () => onProgress(Math.min(file.size, done + [...under.values()].reduce((sum, bytes) => sum + bytes, 0)), file.size);
  report();
  const queue = [...missing];
  let hasFailed = false;
  const work = async () => {
    for (let part = queue.shift(); part && !hasFailed; part = queue.shift()) {
      const { number, url } = part;
      const piece = file.slice((number - 1) * part_bytes, number * part_bytes);
      const onSent = (bytes: number) => {
        under.set(number, Math.min(bytes, piece.size));
        report();
      };
      const status = await ports.send('PUT', url, piece, onSent, signal);
      under.delete(number);
      if (status >= 200 && status < 300) done += piece.size;
      else if (isPassing(status) || status === 403) hasFailed = true;
      else throw refused(status);
      report();
    }
  };
  await Promise.all(Array.from({ length: partsAtOnce }, work));
  if (!hasFailed) return true;
  await requireReadable(file);
  return undefined;
}

async function sendInParts(file: Blob, calls: UploadCalls, options: UploadOptions, ports: UploadPorts): Promise<string> {
  const { signal } = options;
  let begun = options.begun;
  const begin = async () => {
    const { id, file_url } = await calls.begin(file.size);
    begun = { id, file_url };
    options.onBegun?.(begun);
    return begun;
  };
  const attempt = async () => {
    const { id, file_url } = begun ?? (await begin());
    try {
      if ((await sendMissing(id, file, options, ports)) === undefined) return undefined;
      await call(finishUpload, { id }, { signal });
      return file_url;
    } catch (failure) {
      // The upload was cleared a day after it began, or belongs to somebody else: it starts again.
      if (!(failure instanceof Problem && failure.status === 404)) throw failure;
      begun = undefined;
      return undefined;
    }
  };
  try {
    return await untilDone(attempt, ports, signal);
  } catch (failure) {
    if (signal.aborted && begun) void call(cancelUpload, { id: begun.id }).catch(() => undefined);
    throw failure;
  }
}

/**
 * Uploads a file and resolves with the address under which it is stored: a small file by a signed form, a larger one in parts. A network
 * failure is waited out, however long. Throws a `Problem` on a refusal, the signal's reason when cancelled.
 */
export function uploadFile(file: Blob, calls: UploadCalls, options: UploadOptions, ports: UploadPorts = pagePorts): Promise<string> {
  const { sign } = calls;
  return file.size <= FORM_BYTES && !options.begun && sign
    ? sendByForm(file, sign, options, ports)
    : sendInParts(file, calls, options, ports);
}
