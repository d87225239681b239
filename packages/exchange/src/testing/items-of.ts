import { readQuestions, recognise } from '../read-questions.ts';
import type { Archive, Format, ReadItem } from '../reading.ts';

export const archiveOf = (files: Readonly<Record<string, string | Uint8Array>>): Archive => ({
  names: Object.keys(files),
  read: (name) => {
    const file = files[name];
    if (file === undefined) throw new Error(`No file ${name}`);
    return typeof file === 'string' ? new TextEncoder().encode(file) : file;
  },
});

/** The items of files that must be recognised as `format`. */
export async function itemsOf(files: Readonly<Record<string, string | Uint8Array>>, format: Format): Promise<ReadItem[]> {
  const archive = archiveOf(files);
  const found = await recognise(archive);
  if (found !== format) throw new Error(`Recognised as ${found}`);
  const items: ReadItem[] = [];
  for await (const item of readQuestions(archive, format)) items.push(item);
  return items;
}
