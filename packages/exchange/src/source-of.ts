import { beginningOf } from '@abhyas/exam/institute/cut-text';
import { withoutPlainSigns } from './markup/authored.ts';
import { type Element, isElement, type Node } from './markup/tree.ts';
import { most } from './reading.ts';

/** Bytes of a picture within XML, which no reader can make sense of. */
const isData = (text: string) => text.length > 200 && /^[A-Za-z0-9+/=\s]{200}/.test(text);

/** The excerpt of an element that is shown beside its result: its XML, one element a line, without bytes. */
export function sourceOf(element: Element): string {
  const lines: string[] = [];
  let length = 0;
  const write = (line: string) => {
    lines.push(line);
    length += line.length + 1;
  };
  const walk = (node: Node, depth: number): void => {
    if (length > most.source) return;
    const indent = '  '.repeat(Math.min(depth, 10));
    if (!isElement(node)) {
      const text = node.trim();
      if (text !== '') write(`${indent}${isData(text) ? '…' : beginningOf(text, most.source)}`);
      return;
    }
    const attributes = Object.entries(node.attributes)
      .map(([name, value]) => ` ${name}="${beginningOf(value, 200)}"`)
      .join('');
    const only = node.children.length === 1 ? node.children[0] : undefined;
    if (only !== undefined && !isElement(only) && only.length < 200)
      return write(`${indent}<${node.name}${attributes}>${only.trim()}</${node.name}>`);
    write(`${indent}<${node.name}${attributes}>`);
    for (const child of node.children) walk(child, depth + 1);
  };
  walk(element, 0);
  return beginningOf(withoutPlainSigns(lines.join('\n')), most.source);
}
