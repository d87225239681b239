import { createHash, randomFillSync } from 'node:crypto';
import { request } from 'node:http';
import { getSubjectsOfflineTest, getOfflineTestSubjects, updateAnswerSheetUrl } from '@abhyas/contract/exam-office/offline-tests';
import { beginUpload, getSignedUrl } from '@abhyas/contract/institute/stored-files';
import { call } from '@abhyas/web/platform/call';
import { uploadFile, type UploadPorts } from '@abhyas/web/platform/upload';
import type { Environment } from '../environment/environment.ts';
import { addSheetTest } from '../environment/sheet-test.ts';
import { SlowLine } from '../environment/slow-line.ts';
import { pause } from '../environment/waiting.ts';
import { chanceOf } from '../plan/chance.ts';
import { type Caller, machineFetch, machineNow, runAs } from '../students/caller.ts';

export interface UploadResult {
  name: string;
  /** Bytes sent upwards, divided by the size of the file. */
  ratio: number;
  cuts: number;
  seconds: number;
  faults: string[];
  folder: string;
}

const fileBytes = 100 * 1024 * 1024;
/** 8 Mbit/s. */
const bytesPerSecond = 1_000_000;
const cutEveryMs = 30_000;
const mostRatio = 1.6;
const longestRequest = 60_000;

/** Sends with progress, as a page does. Resolves with 0 where the network failed. */
const sendTo =
  (address: string): UploadPorts['send'] =>
  async (method, url, body, onSent, signal) => {
    // A Response builds the body as fetch does, including a form's boundary.
    const whole = new Response(body);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const headers = { 'content-length': bytes.length, ...Object.fromEntries(whole.headers) };
    return new Promise((resolve) => {
      const asked = request(`${address}${url}`, { method, headers, signal }, (response) => {
        response.resume().once('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0));
      });
      asked.once('error', () => resolve(0));
      asked.end(bytes, () => onSent(bytes.length));
    });
  };

/** A student hands in the largest allowed sheet over a slow line that is cut all the time. */
export async function runUpload(environment: Environment, seed: number, say: (text: string) => void): Promise<UploadResult> {
  const student = await environment.withDatabase((database) => addSheetTest(database, chanceOf(seed, 'demo')));
  await environment.startServers();
  const line = await SlowLine.start(environment.servers[0]?.address ?? '', bytesPerSecond, cutEveryMs);
  say('Upload: 100 MiB at 8 Mbit/s, cut each 30 s …');
  const file = randomFillSync(Buffer.alloc(fileBytes));
  file.write('%PDF-1.4\n');
  const caller: Caller = {
    now: machineNow,
    fetch: (path, { method, body, headers }) => {
      const sent = new Headers(headers);
      sent.set('authorization', `Bearer ${student.token}`);
      const signal = AbortSignal.timeout(longestRequest);
      return machineFetch(`${line.address}${path}`, { method: method ?? 'GET', body: body ?? null, headers: sent, signal });
    },
  };
  const ports: UploadPorts = { send: sendTo(line.address), wait: (ms) => pause(ms), now: () => performance.now() };
  const again = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      const done = await runAs(caller, work).catch((failure: Error) => failure);
      if (!(done instanceof Error)) return done;
      if (done.name !== 'NetworkFailure') throw done;
      await pause(1000);
    }
  };
  const began = performance.now();
  const named = { file_extension: 'pdf', file_name: 'Answer sheet.pdf' } as const;
  const calls = { sign: () => call(getSignedUrl, named), begin: (bytes: number) => call(beginUpload, { ...named, bytes }) };
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  const file_url = await runAs(caller, () => uploadFile(new Blob([file]), calls, options, ports));
  const { offline_tests } = await again(() => call(getOfflineTestSubjects, {}));
  const lists = await Promise.all(offline_tests.map(({ id }) => again(() => call(getSubjectsOfflineTest, { subject_id: id }))));
  const open = lists
    .flatMap(({ subject_offline_test_list }) => subject_offline_test_list)
    .find(({ question_file_url }) => question_file_url);
  const { receipt } = await again(() =>
    call(updateAnswerSheetUrl, { file_url, offline_test_student_response_id: open?.offline_test_student_response_id ?? 0 }),
  );
  const seconds = Math.round((performance.now() - began) / 1000);
  await line.close();
  const ratio = Math.round((line.bytes / fileBytes) * 100) / 100;
  const isWhole = receipt.bytes === fileBytes && receipt.sha256 === createHash('sha256').update(file).digest('hex');
  return {
    name: 'upload',
    ratio,
    cuts: line.cuts,
    seconds,
    faults: [
      ...(isWhole ? [] : ['what was stored is not what was sent']),
      ...(ratio > mostRatio ? [`${ratio} × the bytes of the file went up, more than ${mostRatio}`] : []),
      ...(line.cuts < 3 ? [`the line was cut ${line.cuts} times only`] : []),
    ],
    folder: environment.folder,
  };
}
