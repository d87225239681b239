import { Problem } from '@abhyas/contract/problem';
import type { Context, Person } from '../../context.ts';
import type { Redirect } from '../../http/serve.ts';
import type { Storage } from '../../integrations/storage/storage.ts';
import { findFile, leadToFile } from '../stored-files/stored-files.ts';

/** Leads a person to a file that is the person's own. Throws `not_found` for any other. */
export async function download(context: Context, storage: Storage, person: Person, id: number): Promise<Redirect> {
  const file = person.institute_id === null ? undefined : await findFile(context, person.institute_id, id);
  if (file?.user_id !== person.id) throw new Problem('not_found');
  return leadToFile(context, storage, file);
}
