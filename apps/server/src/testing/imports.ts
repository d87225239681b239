import { beginImportUpload, createQuestionImport } from '@abhyas/contract/bank/question-imports';
import { finishUpload } from '@abhyas/contract/institute/stored-files';
import { type importExtensions, extensionOf } from '@abhyas/exam/institute/file-kinds';
import { workOnImports } from '../features/bank/question-imports/question-imports.ts';
import type { Storage } from '../integrations/storage/storage.ts';
import { sendParts } from './files.ts';
import type { Story, Visitor } from './story.ts';

/** Uploads a file of questions in parts, and returns its address. */
export async function uploadImport(by: Visitor, file_name: string, file: Buffer): Promise<string> {
  const file_extension = extensionOf(file_name) as (typeof importExtensions)[number];
  const { id, part_count } = await by.call(beginImportUpload, { file_extension, file_name, bytes: file.length });
  await sendParts(
    by,
    id,
    file,
    Array.from({ length: part_count }, (_, at) => at + 1),
  );
  return (await by.call(finishUpload, { id })).file_url;
}

/** Does the work on imports that a server would do in the background. */
export const workOff = ({ database, now }: Story, storage: Storage, { isEmbedded = false, waitsForTests = false } = {}) =>
  workOnImports({ db: database.db, now, random: Math.random }, { storage, isEmbedded, waitsForTests });

/** Uploads and reads a file of questions. Returns the import. */
export async function importFile(story: Story, storage: Storage, by: Visitor, file_name: string, file: Buffer): Promise<number> {
  const file_url = await uploadImport(by, file_name, file);
  const { id } = await by.call(createQuestionImport, { file_url, defaults: { difficulty: 3, for: 'paper' } });
  if (id === null) throw new Error('The file was imported before');
  await workOff(story, storage);
  return id;
}
