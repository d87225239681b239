import type { Context } from '../../../context.ts';

export function findPicture({ db }: Context, hash: string) {
  return db.selectFrom('pictures').where('hash', '=', hash).select(['media_type', 'bytes']).executeTakeFirst();
}
