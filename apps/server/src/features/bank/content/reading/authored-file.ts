import { faultsOfCharacters, unreadable } from '@abhyas/contract/bank/authored-text';
import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { endOf } from '@abhyas/exam/institute/cut-text';

/** The path to a value in a file: keys and list indexes, from the outside inwards. */
export type Path = readonly (string | number)[];

/** A parsed YAML file. Without a value it could not be parsed, and `faults` give the reasons. */
export interface AuthoredFile {
  value: unknown;
  faults: { line: number; what: string }[];
  /** The line on which the innermost existing part of a path begins. */
  lineOf(path: Path): number;
}

/** The most bytes of a file; a file with more is cut after one more byte. */
const mostBytes = 2_000_000;
/** The most uses of aliases (`*name`) in a file, counted with the aliases in their content. */
const mostAliases = 100;
/** The first invalid byte of each line that is not UTF-8. */
function faultsOfBytes(bytes: Buffer): AuthoredFile['faults'] {
  const faults: AuthoredFile['faults'] = [];
  for (let start = 0, line = 1; start < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    const slice = bytes.subarray(start, end < 0 ? bytes.length : end);
    start += slice.length + 1;
    if (isUtf8(slice)) continue;
    const before = slice.toString('utf8').split('\uFFFD')[0] ?? '';
    const byte = (slice[Buffer.byteLength(before)] ?? 0).toString(16).toUpperCase();
    faults.push({ line, what: `The byte ${byte} after “${endOf(before.trim(), 20)}” is not UTF-8: save the file as UTF-8` });
  }
  return faults;
}

function looksLikeUtf16(bytes: Buffer): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const head = bytes.subarray(0, 200);
  return head.length >= 4 && head.filter((byte) => byte === 0).length >= head.length / 3;
}

/** The text of a file, with a blank in place of each reported character that cannot be shown. */
function readText(bytes: Buffer, faults: AuthoredFile['faults']): string {
  if (!isUtf8(bytes)) {
    faults.push(...faultsOfBytes(bytes));
    return bytes.toString('utf8').replaceAll('\uFFFD', ' ').replaceAll(unreadable, ' ');
  }
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.search(unreadable) < 0) return text;
  for (const [at, line] of text.split('\n').entries()) for (const what of faultsOfCharacters(line)) faults.push({ line: at + 1, what });
  return text.replaceAll(unreadable, ' ');
}

function faultOfReading(bytes: Buffer): string | undefined {
  if (bytes.length > mostBytes) return `The file has more than ${mostBytes / 1_000_000} MB: split it into several`;
  if (looksLikeUtf16(bytes)) return 'The file is UTF-16: save it as UTF-8';
  return undefined;
}

const tooDeep = 'Parts of the file are nested more than 20 deep';

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1));
}

function valueOf(document: Document): { value: unknown } | { fault: string } {
  try {
    const value: unknown = document.toJS({ maxAliasCount: mostAliases });
    return isDeeperThan(value, 20) ? { fault: tooDeep } : { value };
  } catch {
    // The library's own message would mention a resource exhaustion attack.
    return { fault: 'The file names its own parts (*name) too often: write them out' };
  }
}

/** Reads a file up to one byte above the limit. Throws for anything but a file: reading a device or a pipe may never end. */
export function readAtMost(path: string, most = mostBytes): Buffer {
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error('it is not a file');
  const bytes = Buffer.alloc(Math.min(stats.size, most + 1));
  const file = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

/** Reads the bytes of a YAML file, with every fault of its bytes, characters and YAML. */
export function readAuthoredFile(bytes: Buffer): AuthoredFile {
  const unreadableFile = (what: string, line = 1): AuthoredFile => ({ value: undefined, faults: [{ line, what }], lineOf: () => 1 });
  const fault = faultOfReading(bytes);
  if (fault) return unreadableFile(fault);
  const faults: AuthoredFile['faults'] = [];
  const lines = new LineCounter();
  const document = parseDocument(readText(bytes, faults), { lineCounter: lines });
  if (document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) return unreadableFile(tooDeep);
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  const second = document.errors.find(({ code }) => code === 'MULTIPLE_DOCS');
  if (second) return unreadableFile('A second document begins here (---): write one document per file', lineAt(second.pos[0]));
  // Every nested list that is not closed repeats this fault.
  const told = new Map(document.errors.map(({ pos, message }) => [lineAt(pos[0]) + message, { pos, message }]));
  for (const { pos, message } of told.values())
    faults.push({ line: lineAt(pos[0]), what: message.replace(/ at line \d+, column \d+:[\s\S]*$/, '') });
  if (document.errors.length > 0) return { value: undefined, faults, lineOf: () => 1 };
  const read = valueOf(document);
  if ('fault' in read) return unreadableFile(read.fault);
  if (read.value === null || read.value === undefined) return unreadableFile('The file is empty');
  const lineOf = (path: Path): number => {
    for (let length = path.length; length > 0; length -= 1) {
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lineAt(node.range[0]);
    }
    return 1;
  };
  return { value: read.value, faults, lineOf };
}
