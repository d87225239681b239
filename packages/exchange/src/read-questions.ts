import { isAiken, readAiken } from './aiken.ts';
import { decode } from './markup/decode.ts';
import { itemOfFile } from './notices.ts';
import { type Archive, type Format, most, type ReadItem } from './reading.ts';

/** The beginning of a text that says which format it is. */
const sniffed = 200_000;

/** The format of an archive by its content; null if it is none of ours. */
export async function recognise(archive: Archive): Promise<Format | null> {
  for (const name of archive.names) {
    const { text } = decode((await archive.read(name)).subarray(0, sniffed));
    if (isAiken(text)) return 'aiken';
  }
  return null;
}

async function* readAll(archive: Archive, format: Format): AsyncGenerator<ReadItem> {
  for (const name of archive.names) {
    const bytes = await archive.read(name);
    if (format === 'aiken') yield* readAiken(bytes);
  }
}

/**
 * Reads every question of an archive, one by one. It never throws for what is in the files: a question that cannot be read is an item with a
 * fault, and the last item says so if the archive has more questions than one upload takes. What `archive.read` throws is thrown.
 */
export async function* readQuestions(archive: Archive, format: Format): AsyncGenerator<ReadItem> {
  let questions = 0;
  for await (const item of readAll(archive, format)) {
    if (item.about === 'question') questions += 1;
    if (questions > most.questions) {
      const sentence = `Only the first ${most.questions} questions were read. Split the file.`;
      yield itemOfFile('File', { kind: 'fault', code: 'too_many', sentence });
      return;
    }
    yield item;
  }
}
