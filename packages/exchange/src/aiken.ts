import { textOfPlain } from './markup/authored.ts';
import { decode } from './markup/decode.ts';
import { itemOf, textOnly } from './draft.ts';
import { itemOfFile, itemWithFault, Notices } from './notices.ts';
import type { ReadItem } from './reading.ts';

const option = /^\s*([A-Z])\s?[.)]\s+(\S.*)$/;
const answerLine = /^\s*ANSWER\s?:\s*([A-Za-z])\s*$/i;
const feedbackLine = /^\s*(?:FEEDBACK|EXPLANATION|SOLUTION)\s?:\s*(.*)$/i;

interface Block {
  line: number;
  lines: string[];
}

/** The questions of a text: each ends with its answer and the feedback after that; a blank line ends one that has options and no answer. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let block: Block = { line: 1, lines: [] };
  let state: 'text' | 'options' | 'answered' = 'text';
  for (const [at, line] of text.split('\n').entries()) {
    const isBlank = line.trim() === '';
    const ends = (state === 'answered' && !isBlank && !feedbackLine.test(line)) || (state === 'options' && isBlank);
    if (ends) {
      blocks.push(block);
      block = { line: at + 1, lines: [] };
      state = 'text';
    }
    if (block.lines.length === 0 && isBlank) continue;
    if (block.lines.length === 0) block.line = at + 1;
    block.lines.push(line);
    if (answerLine.test(line)) state = 'answered';
    else if (state === 'text' && option.test(line)) state = 'options';
  }
  if (block.lines.length > 0) blocks.push(block);
  return blocks;
}

function readBlock({ line, lines }: Block): ReadItem {
  const [place, source, notices] = [`Line ${line}`, lines.join('\n').trim(), new Notices()];
  const options: { letter: string; text: string }[] = [];
  const [stem, solution]: [string[], string[]] = [[], []];
  let correct: string | undefined;
  for (const written of lines) {
    const [, letter, text] = option.exec(written) ?? [];
    const answer = answerLine.exec(written)?.[1];
    const feedback = feedbackLine.exec(written)?.[1];
    const last = options.at(-1);
    if (answer !== undefined) correct = answer.toUpperCase();
    else if (feedback !== undefined && correct !== undefined) solution.push(feedback);
    else if (letter && text) options.push({ letter, text });
    else if (last && written.trim() !== '') last.text += `\n${written}`;
    else stem.push(written);
  }
  if (options.length === 0)
    return itemWithFault(place, source, 'no_options', 'No options were found: a line begins with A. or A) for each.');
  const at = options.findIndex(({ letter }) => letter === correct);
  const parts = {
    text: textOnly(textOfPlain(stem.join('\n'), notices)),
    answer: {
      kind: 'choice' as const,
      options: options.map(({ text }) => textOnly(textOfPlain(text, notices))),
      correct: at < 0 ? [] : [at],
      several: false,
    },
    solution: textOnly(textOfPlain(solution.join('\n'), notices)),
  };
  return itemOf(place, source, parts, [], notices);
}

/** Whether a text is in the Aiken format: lines of options and of answers, and none of the signs of other formats. */
export const isAiken = (text: string): boolean =>
  /^[^\S\n]*A ?[.)][^\S\n]+\S/m.test(text) && /^[^\S\n]*ANSWER ?:[^\S\n]*[A-Z][^\S\n]*$/m.test(text);

export function* readAiken(bytes: Uint8Array): Generator<ReadItem> {
  const { text, notice } = decode(bytes);
  if (notice) yield itemOfFile('File', notice);
  for (const block of blocksOf(text)) yield readBlock(block);
}
