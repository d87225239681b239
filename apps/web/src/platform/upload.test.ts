import { beforeEach, expect, test, vi } from 'vitest';
import { uploadFile, type UploadPorts } from './upload.ts';

const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock('./call.ts', async (original) => ({ ...(await original<object>()), call }));

const mebibyte = 1024 * 1024;
const signal = new AbortController().signal;
const form = { presigned_aws_data: { url: '/forms', url_fields: { key: 'k' } }, file_url: '/api/institutes/1/get_file' };
const never = () => Promise.reject(new Error('not asked for'));
let waits: number[];
beforeEach(() => {
  waits = [];
  call.mockReset();
});
const portsOf = (send: UploadPorts['send']): UploadPorts => ({ send, wait: async (ms) => void waits.push(ms), now: () => 0 });

test('a small file is sent by a form, and sent again with the same form after each cut', async () => {
  const statuses = [0, 503, 204];
  const sign = vi.fn(async () => form);
  const ports = portsOf(async () => statuses.shift() ?? 204);
  expect(await uploadFile(new Blob(['x']), { sign, begin: never }, { signal, onProgress: () => undefined }, ports)).toBe(form.file_url);
  expect(sign).toHaveBeenCalledTimes(1);
  expect(waits).toEqual([1000, 2000]);
});

test('a file that the storage refuses is not sent again', async () => {
  const send = vi.fn(async () => 413);
  const sent = uploadFile(
    new Blob(['x']),
    { sign: async () => form, begin: never },
    { signal, onProgress: () => undefined },
    portsOf(send),
  );
  await expect(sent).rejects.toMatchObject({ message: 'File should be less than 100 MB.' });
  expect(send).toHaveBeenCalledTimes(1);
});

test('a file that changed after it was chosen is refused with a message and not tried again', async () => {
  const file = new Blob(['x']);
  const unreadable = { arrayBuffer: () => Promise.reject(new DOMException('changed', 'NotReadableError')) } as unknown as Blob;
  vi.spyOn(file, 'slice').mockReturnValue(unreadable);
  const send = vi.fn(async () => 0);
  const sent = uploadFile(file, { sign: async () => form, begin: never }, { signal, onProgress: () => undefined }, portsOf(send));
  await expect(sent).rejects.toMatchObject({ message: 'The file was changed since you chose it. Choose it again.' });
  expect(send).toHaveBeenCalledTimes(1);
});

test('a large file is sent in parts, and only the missing parts are sent after a cut', async () => {
  const part_bytes = 5 * mebibyte;
  const file = new Blob([new Uint8Array(12 * mebibyte)]);
  const stored = new Set<number>();
  const puts: string[] = [];
  call.mockImplementation(async (endpoint: { route: string }) => {
    if (endpoint.route.includes('finish')) return {};
    const missing = [1, 2, 3].filter((number) => !stored.has(number)).map((number) => ({ number, url: `/part/${number}` }));
    return { part_bytes, arrived: [...stored], missing };
  });
  const ports = portsOf(async (_method, url, body, onSent) => {
    puts.push(url);
    if (url === '/part/2' && puts.length < 3) return 0;
    stored.add(Number(url.at(-1)));
    onSent((body as Blob).size);
    return 204;
  });
  const seen: number[] = [];
  const begin = vi.fn(async () => ({ id: 7, file_url: '/api/institutes/7/get_file', part_bytes, part_count: 3 }));
  const url = await uploadFile(file, { sign: never, begin }, { signal, onProgress: (sent) => seen.push(sent) }, ports);
  expect(url).toBe('/api/institutes/7/get_file');
  expect(begin).toHaveBeenCalledTimes(1);
  expect([...stored].toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  expect(puts.filter((put) => put === '/part/1')).toHaveLength(1);
  expect(seen.at(-1)).toBe(file.size);
});

test('an upload that another page began is continued, not begun again', async () => {
  call.mockImplementation(async (endpoint: { route: string }) =>
    endpoint.route.includes('finish') ? {} : { part_bytes: 5 * mebibyte, arrived: [1, 2, 3], missing: [] },
  );
  const begun = { id: 7, file_url: '/api/institutes/7/get_file' };
  const file = new Blob([new Uint8Array(12 * mebibyte)]);
  expect(await uploadFile(file, { sign: never, begin: never }, { signal, begun, onProgress: () => undefined }, portsOf(never))).toBe(
    begun.file_url,
  );
});
