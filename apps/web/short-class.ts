import { createHash } from 'node:crypto';
import { relative } from 'node:path';

const pathByPrefix = new Map<string, string>();
const namesByPath = new Map<string, string[]>();

/**
 * The built site's name of a class: four letters for the style sheet, and the place of the class in it. Readable names would make up a tenth
 * of the compressed sheets.
 */
export function shortClass(name: string, file: string): string {
  const path = relative(import.meta.dirname, file);
  const prefix = createHash('sha256')
    .update(path)
    .digest('base64url')
    .replaceAll(/[-_\d]/g, '')
    .slice(0, 4);
  if ((pathByPrefix.get(prefix) ?? path) !== path)
    throw new Error(`${path} and ${pathByPrefix.get(prefix)} have the same prefix: rename one`);
  pathByPrefix.set(prefix, path);
  const names = namesByPath.get(path) ?? [];
  namesByPath.set(path, names);
  if (!names.includes(name)) names.push(name);
  return prefix + names.indexOf(name).toString(36);
}
