import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import { openNamelessFile } from '../nameless-file.ts';
import { signPolicy, type Signer } from './post-policy.ts';
import {
  attachmentHeader,
  bounded,
  downloadMinutes,
  type ListedObject,
  type ListedUpload,
  partMinutes,
  PartsFault,
  requireKey,
  type Storage,
  StorageFault,
  type StoredPart,
} from './storage.ts';

export interface S3Settings extends Signer {
  /** Address of the service, without the bucket: `https://s3.ap-south-1.amazonaws.com`. */
  endpoint: string;
}

const xml = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  isArray: (name) => ['Part', 'Contents', 'Upload'].includes(name),
});
const timeoutMs = 30_000;

interface PartsAnswer {
  ListPartsResult: { Part?: { PartNumber: string; Size: string; ETag: string }[]; IsTruncated?: string; NextPartNumberMarker?: string };
}

interface BeginAnswer {
  InitiateMultipartUploadResult: { UploadId?: string };
}

interface ListAnswer {
  ListBucketResult: { Contents?: { Key: string; Size: string }[]; IsTruncated?: string; NextContinuationToken?: string };
}

interface UploadsAnswer {
  ListMultipartUploadsResult: {
    Upload?: { Key: string; UploadId: string }[];
    IsTruncated?: string;
    NextKeyMarker?: string;
    NextUploadIdMarker?: string;
  };
}

const brokenOff = (cause: unknown): never => {
  throw new StorageFault('The storage broke off its answer.', { cause });
};

/** The content of an object, as a stream, which throws `StorageFault` if the storage fails. */
async function* chunksOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    brokenOff(cause);
  }
}

/** The text of the named element of an XML answer. Throws `StorageFault` for any other answer. */
async function elementOf<A extends object, N extends keyof A & string>(response: Response, name: N): Promise<A[N]> {
  const text = await response.text().catch(brokenOff);
  try {
    const answer = xml.parse(text) as A;
    // An element without content is an empty text.
    if (name in answer) return answer[name] || ({} as A[N]);
  } catch (cause) {
    throw new StorageFault('The storage gave an answer that is not XML.', { cause });
  }
  throw new StorageFault(`The storage gave an answer without ${name}.`);
}

/** Objects in a bucket of Amazon S3 or of a service with the same API. */
export function openS3Storage(settings: S3Settings): Storage {
  const client = new AwsClient({
    accessKeyId: settings.access_key,
    secretAccessKey: settings.secret_key,
    region: settings.region,
    service: 's3',
    retries: 2,
  });
  const bucketUrl = `${settings.endpoint.replace(/\/$/, '')}/${settings.bucket}`;
  const urlOf = (key: string, query: Record<string, string> = {}) => {
    requireKey(key);
    const url = new URL(`${bucketUrl}/${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  };
  const ask = (query: Record<string, string>) => {
    const url = new URL(bucketUrl);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return request(url, {});
  };
  const request = async (url: URL, init: RequestInit, accepts: (status: number) => boolean = () => false) => {
    const response = await client.fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }).catch((cause: unknown) => {
      throw new StorageFault(`The storage did not answer to ${init.method ?? 'GET'}.`, { cause });
    });
    if (!response.ok && !accepts(response.status)) {
      await response.body?.cancel();
      throw new StorageFault(`The storage answered ${response.status} to ${init.method ?? 'GET'}.`);
    }
    return response;
  };
  const sign = async (url: URL, method: string, minutes: number, now: Date) => {
    url.searchParams.set('X-Amz-Expires', String(minutes * 60));
    const datetime = now.toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
    return (await client.sign(url, { method, aws: { signQuery: true, datetime } })).url;
  };

  const listParts: Storage['listParts'] = async (key, uploadId) => {
    const parts: StoredPart[] = [];
    for (let marker: string | undefined = '0'; marker !== undefined; ) {
      const response = await request(urlOf(key, { uploadId, 'part-number-marker': marker }), {}, (status) => status === 404);
      // An upload that is over has no parts.
      if (response.status === 404) {
        await response.body?.cancel();
        return [];
      }
      const page = await elementOf<PartsAnswer, 'ListPartsResult'>(response, 'ListPartsResult');
      parts.push(...(page.Part ?? []).map((part) => ({ number: Number(part.PartNumber), bytes: Number(part.Size), etag: part.ETag })));
      marker = page.IsTruncated === 'true' ? page.NextPartNumberMarker : undefined;
    }
    return parts;
  };

  return {
    origin: new URL(settings.endpoint).origin,
    signForm: (rule, now) => {
      requireKey(rule.key);
      return { url: bucketUrl, url_fields: signPolicy(settings, rule, now) };
    },
    signDownload: (key, file_name, now) =>
      sign(urlOf(key, { 'response-content-disposition': attachmentHeader(file_name) }), 'GET', downloadMinutes, now),
    find: async (key) => {
      const response = await request(urlOf(key), { method: 'HEAD' }, (status) => status === 404);
      if (response.status === 404) return undefined;
      return {
        bytes: Number(response.headers.get('content-length')),
        media_type: response.headers.get('content-type') ?? 'application/octet-stream',
      };
    },
    read: async (key, range) => {
      const response = await request(urlOf(key), range ? { headers: { range: `bytes=${range.from}-${range.to}` } } : {});
      if (!response.body) throw new StorageFault('The storage sent no body.');
      return Readable.from(chunksOf(response.body as unknown as AsyncIterable<Uint8Array>), { objectMode: false });
    },
    write: async (key, media_type, bytes) => {
      await request(urlOf(key), { method: 'PUT', body: new Uint8Array(bytes), headers: { 'content-type': media_type } });
    },
    // S3 must know the size before the first byte, so the stream is first gathered in a file, not in memory.
    writeStream: async (key, media_type, source, most_bytes) => {
      const file = await openNamelessFile();
      const count = { bytes: 0 };
      try {
        for await (const chunk of bounded(source, most_bytes, count)) await file.appendFile(chunk);
      } catch (error) {
        await file.close();
        throw error;
      }
      // Closes the file when it is read or destroyed.
      const content = file.createReadStream({ start: 0 });
      try {
        await request(urlOf(key), {
          method: 'PUT',
          body: Readable.toWeb(content) as ReadableStream,
          headers: { 'content-type': media_type, 'content-length': String(count.bytes) },
        });
        return count.bytes;
      } finally {
        content.destroy();
      }
    },
    remove: async (key) => {
      await request(urlOf(key), { method: 'DELETE' }, (status) => status === 404);
    },

    move: async (key, to) => {
      requireKey(key);
      const copied = await request(urlOf(to), { method: 'PUT', headers: { 'x-amz-copy-source': `/${settings.bucket}/${key}` } });
      // As with joined parts, a copy may fail after status 200.
      if ((await copied.text().catch(brokenOff)).includes('<Error>')) throw new StorageFault('The storage could not copy the object.');
      await request(urlOf(key), { method: 'DELETE' }, (status) => status === 404);
    },

    beginParts: async (key, media_type) => {
      const response = await request(urlOf(key, { uploads: '' }), { method: 'POST', headers: { 'content-type': media_type } });
      const { UploadId: id } = await elementOf<BeginAnswer, 'InitiateMultipartUploadResult'>(response, 'InitiateMultipartUploadResult');
      if (!id) throw new StorageFault('The storage began no upload in parts.');
      return id;
    },
    signPart: (key, uploadId, number, now) => sign(urlOf(key, { partNumber: String(number), uploadId }), 'PUT', partMinutes, now),
    listParts,
    finishParts: async (key, uploadId, parts) => {
      const list = parts.map(({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`).join('');
      const response = await request(
        urlOf(key, { uploadId }),
        { method: 'POST', body: `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>` },
        () => true,
      );
      const answer = await response.text().catch(brokenOff);
      // S3 may answer with status 200 and then fail to join the parts; the body then has an error.
      if (response.ok && !answer.includes('<Error>')) return;
      // Services differ in how they refuse an upload that is over, but none lists parts of it.
      if (answer.includes('<Code>InvalidPart</Code>') || (await listParts(key, uploadId)).length === 0) throw new PartsFault();
      throw new StorageFault('The storage could not join the parts.');
    },
    abortParts: async (key, uploadId) => {
      await request(urlOf(key, { uploadId }), { method: 'DELETE' }, (status) => status === 404);
    },

    async *list(prefix) {
      for (let token: string | undefined = ''; token !== undefined; ) {
        const next: Record<string, string> = token === '' ? {} : { 'continuation-token': token };
        const listed = await ask({ 'list-type': '2', prefix, ...next });
        const page = await elementOf<ListAnswer, 'ListBucketResult'>(listed, 'ListBucketResult');
        yield (page.Contents ?? []).map(({ Key, Size }): ListedObject => ({ key: Key, bytes: Number(Size) }));
        token = page.IsTruncated === 'true' ? page.NextContinuationToken : undefined;
      }
    },
    async *listUploads(prefix) {
      for (let markers: Record<string, string> | undefined = {}; markers !== undefined; ) {
        const listed = await ask({ uploads: '', prefix, ...markers });
        const page = await elementOf<UploadsAnswer, 'ListMultipartUploadsResult'>(listed, 'ListMultipartUploadsResult');
        yield (page.Upload ?? []).map(({ Key, UploadId }): ListedUpload => ({ key: Key, upload_id: UploadId }));
        const { IsTruncated, NextKeyMarker = '', NextUploadIdMarker = '' } = page;
        markers = IsTruncated === 'true' ? { 'key-marker': NextKeyMarker, 'upload-id-marker': NextUploadIdMarker } : undefined;
      }
    },
  };
}
