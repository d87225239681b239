import { readFileSync } from 'node:fs';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { type ESTree, type Plugin, Visitor } from 'vite';

/** Sentences without a value are shown as they are written. */
const hasValues = (message: string) => message.includes('{');

const isText = (node: ESTree.Node | undefined): node is ESTree.StringLiteral => node?.type === 'Literal' && typeof node.value === 'string';

/** The literals with values that `i18n.t` and `Trans` are given, and what takes their place. */
function compiledSentences(program: ESTree.Program): { start: number; end: number; text: string }[] {
  const found: { start: number; end: number; text: string }[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [first, second] }) {
      const isSentence =
        callee.type === 'MemberExpression' &&
        callee.object.type === 'Identifier' &&
        callee.object.name === 'i18n' &&
        callee.property.type === 'Identifier' &&
        callee.property.name === 't';
      if (isSentence && isText(first) && hasValues(first.value)) {
        const { start, end, value } = first;
        found.push({ start, end, text: `{ id: ${JSON.stringify(value)}, message: ${JSON.stringify(compileMessage(value))} }` });
      }
      const isTrans = first?.type === 'Identifier' && first.name === 'Trans' && second?.type === 'ObjectExpression';
      if (!isTrans) return;
      for (const property of second.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.key.name !== 'id') continue;
        if (!isText(property.value) || !hasValues(property.value.value)) continue;
        const { start, end, value } = property.value;
        found.push({ start, end, text: `${JSON.stringify(value)}, message: ${JSON.stringify(compileMessage(value))}` });
      }
    },
  }).visit(program);
  return found;
}

/**
 * Compiles the sentences with values and plurals when the site is built: the compiler of such sentences is three times as large as the rest
 * of the library.
 */
export const compileSentences: Plugin = {
  name: 'compile-sentences',
  apply: 'build',
  load(id) {
    if (!id.endsWith('/hi.json')) return null;
    const sentences = Object.entries(JSON.parse(readFileSync(id, 'utf8')) as Record<string, string>);
    return JSON.stringify(
      Object.fromEntries(sentences.map(([english, hindi]) => [english, hasValues(hindi) ? compileMessage(hindi) : hindi])),
    );
  },
  transform: {
    order: 'post',
    handler(code, id) {
      if (!id.includes('/apps/web/src/')) return null;
      if (!/\bi18n\.t\(|\bTrans\b/.test(code)) return null;
      let text = code;
      // From the end, so that places before a change stay the same.
      for (const { start, end, text: compiled } of compiledSentences(this.parse(code)).toSorted((a, b) => b.start - a.start))
        text = `${text.slice(0, start)}${compiled}${text.slice(end)}`;
      return { code: text };
    },
  },
};
