import type { Notice } from '../reading.ts';

export interface Decoded {
  text: string;
  notice: Notice | null;
}

const note = (code: string, sentence: string): Notice => ({ kind: 'note', code, sentence });

/**
 * The text of a file, in NFC and with line ends as `\n`: by its byte order mark, else as UTF-8, else as windows-1252, which every old
 * spreadsheet writes.
 */
export function decode(bytes: Uint8Array): Decoded {
  const label = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  const clean = (text: string) => text.replaceAll(/\r\n?/g, '\n').normalize('NFC');
  try {
    const text = new TextDecoder(label, { fatal: label === 'utf-8' }).decode(bytes);
    const notice = text.includes('\uFFFD')
      ? note('lost_characters', 'Some characters of this file were lost before it was uploaded: look for the sign \uFFFD.')
      : null;
    return { text: clean(text), notice };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return {
      text: clean(new TextDecoder('windows-1252').decode(bytes)),
      notice: note('encoding', 'This file is not in UTF-8. It was read as Windows-1252: check accents, signs and Greek letters.'),
    };
  }
}
