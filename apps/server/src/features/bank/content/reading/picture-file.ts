import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { faultsOfPicture, mediaTypes, mostPictureBytes } from '../../pictures/pictures.ts';
import { readAtMost } from './authored-file.ts';
import { type FigureEntry, figureName } from '@abhyas/contract/bank/authored-question';

export interface PictureFile {
  hash: string;
  media_type: string;
  bytes: Buffer;
}

/** The `figures` folder beside the file's own folder or beside one of its parents. */
function folderOfFigures(file: string): string | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const found = join(folder, 'figures');
    if (existsSync(found)) return found;
    if (dirname(folder) === folder) return undefined;
  }
}

const isFigureName = new RegExp(figureName);

/** More bytes than 500 questions need that have a drawing on every option. */
const mostBytesOfFile = 50_000_000;

interface ReadPicture {
  picture?: PictureFile;
  faults: string[];
}

/**
 * Returns the reader of the figures in `file`, which adds each picture to `pictures` and returns its faults. A picture that many figures
 * name is read and stored once. A picture with a malformed name is not opened.
 */
export function openPictures(file: string, pictures: Map<FigureEntry, PictureFile>): (figure: FigureEntry) => string[] {
  const known = new Map<string, ReadPicture>();
  let bytesOfFile = 0;
  const readOne = (name: string): ReadPicture => {
    const folder = folderOfFigures(file);
    const path = folder && join(folder, name);
    if (!path || !existsSync(path)) return { faults: [`There is no picture ${name}`] };
    if (bytesOfFile > mostBytesOfFile)
      return { faults: [`${name}: The pictures of a file may have ${mostBytesOfFile / 1_000_000} MB at most`] };
    let bytes: Buffer;
    try {
      bytes = readAtMost(path, mostPictureBytes);
    } catch (error) {
      return { faults: [`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`] };
    }
    bytesOfFile += bytes.length;
    const ending = extname(path).slice(1);
    const picture = { hash: createHash('sha256').update(bytes).digest('hex'), media_type: mediaTypes[ending] ?? '', bytes };
    return { picture, faults: faultsOfPicture(ending, bytes).map((fault) => `${name}: ${fault}`) };
  };
  return (figure) => {
    const name = figure.file;
    if (!isFigureName.test(name)) return [];
    const read = known.get(name) ?? readOne(name);
    known.set(name, read);
    if (read.picture) pictures.set(figure, read.picture);
    return read.faults;
  };
}
