import type { StaffContext } from '../../../context.ts';
import * as store from './lone-pictures.store.ts';

/**
 * Deletes questions of printed papers that are in no paper any more, with their pictures, within the caller's transaction. Only their own
 * paper asks them, so nobody can find them again. Returns their number.
 */
export async function removeLonePictures(context: StaffContext): Promise<number> {
  const lone = await store.lockLone(context);
  if (lone.length === 0) return 0;
  await store.deleteQuestions(
    context,
    lone.map(({ id }) => id),
  );
  const hashes = [...new Set(lone.flatMap(({ hash }) => hash ?? []))];
  const shown = await store.findShown(context, hashes);
  await store.deletePictures(
    context,
    hashes.filter((hash) => !shown.has(hash)),
  );
  return lone.length;
}
