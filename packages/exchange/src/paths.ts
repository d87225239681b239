/** The path of a file that another file names, within an archive. */
export function pathFrom(file: string, reference: string): string {
  const parts = reference.startsWith('/') ? [] : file.split('/').slice(0, -1);
  for (const part of reference.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
