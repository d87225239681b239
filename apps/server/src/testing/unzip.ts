import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';

/** The files of a zip file, by path. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer)(bytes, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  await new Promise<void>((done, fail) => {
    zip.on('entry', (entry: Entry) => {
      zip.openReadStream(entry, (fault, stream) => {
        if (fault) return fail(fault);
        return void buffer(stream).then((content) => {
          files.set(entry.fileName, content);
          zip.readEntry();
        }, fail);
      });
    });
    zip.on('end', done);
    zip.on('error', fail);
    zip.readEntry();
  });
  return files;
}
