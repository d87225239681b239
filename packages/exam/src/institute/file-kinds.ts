/** The name under which a file is shown, by its extension. The names are fixed (docs/product.md). */
export type FileKind = 'Image' | 'Word' | 'Video' | 'Powerpoint' | 'Excel' | 'Pdf' | 'File';

const extensionsByKind = {
  Image: ['png', 'jpg', 'jpeg', 'svg', 'bmp', 'gif', 'webp', 'heic', 'heif'],
  Word: ['doc', 'docx', 'txt'],
  Video: ['mp4', 'avi', 'mpg', 'mpeg', 'mkv', 'webm'],
  Powerpoint: ['ppt', 'pptx', 'pps'],
  Excel: ['xlsx', 'xlsm', 'xls'],
  Pdf: ['pdf'],
} as const satisfies Partial<Record<FileKind, readonly string[]>>;

/** The extension of a file's name or address in lower case, without the dot; '' without one. */
export const extensionOf = (name: string): string => /\.([a-z0-9]{1,8})$/.exec(name.toLowerCase())?.[1] ?? '';

/** The kind of a file by its extension, upper or lower case; `File` for an unlisted extension. */
export function fileKindOf(extension: string): FileKind {
  const wanted = extension.toLowerCase();
  const found = Object.entries(extensionsByKind).find(([, extensions]) => extensions.some((one) => one === wanted));
  return (found?.[0] as FileKind | undefined) ?? 'File';
}

/** The most bytes of an uploaded file: 100 MB. */
export const MOST_FILE_BYTES = 100 * 1024 * 1024;

/** Extensions of answer sheets; no SVG, which can contain programs. */
export const answerSheetExtensions = ['png', 'jpg', 'jpeg', 'bmp', 'gif', 'webp', 'heic', 'heif', 'pdf', 'doc', 'docx'] as const;

/** Extensions that staff may share: those with a kind, except workbooks that can contain programs and SVG. */
export const sharedFileExtensions = [
  ...answerSheetExtensions,
  ...(['txt', 'mp4', 'avi', 'mpg', 'mpeg', 'mkv', 'webm', 'ppt', 'pptx', 'pps', 'xlsx', 'xls'] as const),
] as const;

/** The most bytes of a file of questions to import: 200 MB. */
export const MOST_IMPORT_BYTES = 200 * 1024 * 1024;

/** Extensions of files with questions to import. */
export const importExtensions = ['zip', 'csv', 'xlsx', 'docx', 'xml', 'txt', 'gift', 'md', 'yaml', 'yml'] as const;

/** The media type under which a file is stored and sent. */
export const mediaTypes: Readonly<Record<(typeof sharedFileExtensions)[number] | (typeof importExtensions)[number], string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  bmp: 'image/bmp',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heif',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
  mp4: 'video/mp4',
  avi: 'video/x-msvideo',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
  mkv: 'video/x-matroska',
  webm: 'video/webm',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  pps: 'application/vnd.ms-powerpoint',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  zip: 'application/zip',
  csv: 'text/csv',
  xml: 'application/xml',
  gift: 'text/plain',
  md: 'text/markdown',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

export type FileExtension = keyof typeof mediaTypes;

const starts = (head: Uint8Array, bytes: readonly number[], at = 0) => bytes.every((byte, index) => head[at + index] === byte);
const textOf = (head: Uint8Array, from: number, to: number) => String.fromCharCode(...head.subarray(from, to));

const compound = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const isZip = (head: Uint8Array) => starts(head, [0x50, 0x4b, 0x03, 0x04]);
const isCompound = (head: Uint8Array) => starts(head, compound);
const isJpeg = (head: Uint8Array) => starts(head, [0xff, 0xd8, 0xff]);
const isMatroska = (head: Uint8Array) => starts(head, [0x1a, 0x45, 0xdf, 0xa3]);
const isMpeg = (head: Uint8Array) => starts(head, [0, 0, 1, 0xba]) || starts(head, [0, 0, 1, 0xb3]);
const brandOf = (head: Uint8Array) => (textOf(head, 4, 8) === 'ftyp' ? textOf(head, 8, 12) : '');
const isText = (head: Uint8Array) => !isZip(head) && !isCompound(head);
const isHeif = (head: Uint8Array) => /^(hei[cfmsx]|hev[cmsx]|mif1|msf1)$/.test(brandOf(head));

const looksLike: Record<FileExtension, (head: Uint8Array) => boolean> = {
  png: (head) => starts(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  jpg: isJpeg,
  jpeg: isJpeg,
  bmp: (head) => textOf(head, 0, 2) === 'BM' && starts(head, [0, 0, 0, 0], 6),
  gif: (head) => /^GIF8[79]a$/.test(textOf(head, 0, 6)),
  webp: (head) => textOf(head, 0, 4) === 'RIFF' && textOf(head, 8, 12) === 'WEBP',
  heic: isHeif,
  heif: isHeif,
  // PDF readers accept a header anywhere within the first kilobyte.
  pdf: (head) => textOf(head, 0, 1024).includes('%PDF-'),
  doc: isCompound,
  docx: isZip,
  txt: (head) => !head.includes(0),
  mp4: (head) => brandOf(head) !== '' && !isHeif(head),
  avi: (head) => textOf(head, 0, 4) === 'RIFF' && textOf(head, 8, 11) === 'AVI',
  mpg: isMpeg,
  mpeg: isMpeg,
  mkv: isMatroska,
  webm: isMatroska,
  ppt: isCompound,
  pptx: isZip,
  pps: isCompound,
  xlsx: isZip,
  xls: isCompound,
  zip: isZip,
  // A text may be UTF-16; the import recognises the format by the whole content.
  csv: isText,
  xml: isText,
  gift: isText,
  md: isText,
  yaml: isText,
  yml: isText,
};

/** Whether the first bytes of a file (4 kB are enough) match its extension. */
export const isContentOf = (extension: FileExtension, head: Uint8Array): boolean => looksLike[extension](head);
