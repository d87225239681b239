import { type DBSchema, type IDBPDatabase, openDB, type StoreNames } from 'idb';

/** A database on the device with one store, whose keys begin with the student's id. If the browser keeps nothing, reads find nothing. */
export function createStudentStore<Schema extends DBSchema>(name: string, store: StoreNames<Schema> & string, field: string) {
  let opening: Promise<IDBPDatabase<Schema>> | null = null;
  const database = () =>
    (opening ??= openDB<Schema>(name, 1, {
      upgrade: (fresh) => void fresh.createObjectStore(store, { keyPath: ['student_id', field] }),
      terminated: () => {
        opening = null;
      },
    }));

  /** The result of `work`; undefined if the browser refuses the store. */
  async function orNothing<T>(work: (open: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> {
    try {
      return await work(await database());
    } catch {
      opening = null;
      return undefined;
    }
  }

  return {
    orNothing,
    /** Deletes the records of every student, on logout. */
    clear: () => orNothing((open) => open.clear(store)),
  };
}
