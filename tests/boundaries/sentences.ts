import { type ESTree, parseSync, Visitor } from 'vite';

/** The sentences of one file of the site that a person reads. */
export interface Sentences {
  /** The English sentences that are looked up in the catalogue. */
  known: Set<string>;
  /** Texts that a person reads and that no catalogue holds. */
  loose: { text: string; line: number }[];
}

/** Properties of elements and of objects that a person reads. */
const shown =
  /^(?:label|title|placeholder|description|message|heading|note|hint|words|alt|empty|fallback|caption|summary|explanation|back|aria-(?:label|description|valuetext|roledescription)|\w+(?:Label|Title|Words|Text|Message|Note|Hint))$/;

const hasWord = (text: string) => /\p{L}{2,}/u.test(text);
/** Two words with a capital at the beginning, or the end of a sentence: not the name of a class, key or address. */
const readsAsSentence = (text: string) => /^\p{Lu}[\p{L}’']*(?:,? [\p{L}\d(“]|…)/u.test(text) || /\p{L}{2,} [\p{L} ]+[.!?]$/u.test(text);

/** Two words, or one beside a gap: 'option …', '… left'. */
const readsAsPart = (text: string) => /\p{Ll}{3,} \p{Ll}{2,}|^\p{L}{3,} $|^ \p{L}{3,}|[ (]\p{L}{3,} $/u.test(text);

type Node = ESTree.Node;
const textOf = (node: Node | null | undefined): string | undefined => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '').join(' … ');
  return undefined;
};

const isTranslation = (callee: Node) =>
  callee.type === 'MemberExpression' &&
  callee.object.type === 'Identifier' &&
  callee.object.name === 'i18n' &&
  callee.property.type === 'Identifier' &&
  callee.property.name === 't';

/** The literals of an expression that can be its value: both sides of a condition, and what follows `??`, `||` and `&&`. */
export function valuesOf(node: Node | null | undefined): Node[] {
  if (!node) return [];
  if (node.type === 'ConditionalExpression') return [...valuesOf(node.consequent), ...valuesOf(node.alternate)];
  if (node.type === 'LogicalExpression') return [...valuesOf(node.left), ...valuesOf(node.right)];
  if (node.type === 'JSXExpressionContainer') return valuesOf(node.expression);
  if (node.type === 'ParenthesizedExpression') return valuesOf(node.expression);
  return [node];
}

/** Reads the sentences of a source text. A literal outside a component is marked for the catalogue by a comment: `/*i18n*\/ 'Mock tests'`. */
export function readSentences(path: string, text: string): Sentences {
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const known = new Set<string>();
  const loose = new Map<number, { text: string; line: number }>();
  const marks = new Set(comments.filter(({ value }) => value.trim() === 'i18n').map(({ end }) => end));
  const exempt = new Set(
    comments.filter(({ value }) => /^ ?not translated: \S/.test(value)).map(({ end }) => text.slice(0, end).split('\n').length),
  );
  const isMarked = ({ start }: Node) => marks.has(start) || marks.has(start - 1);
  const handled = new Set<number>();
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const report = ({ start }: Node, words: string) => {
    const line = lineOf(start);
    if (!handled.has(start) && !exempt.has(line) && !exempt.has(line - 1)) loose.set(start, { text: words.trim(), line });
  };
  const add = (node: Node | undefined) => {
    for (const value of valuesOf(node)) {
      handled.add(value.start);
      const words = textOf(value);
      if (value.type === 'Literal' && words !== undefined) known.add(words);
    }
  };
  const checkShown = (node: Node | null | undefined) => {
    for (const value of valuesOf(node)) {
      const words = textOf(value);
      if (words !== undefined && hasWord(words.replaceAll('…', ''))) report(value, words);
    }
  };
  new Visitor({
    CallExpression(node) {
      const {
        callee,
        arguments: [first, noun],
      } = node;
      // Counts with a noun have plural forms of their own in each language.
      if (callee.type === 'Identifier' && callee.name === 'plural' && textOf(noun)) report(node, text.slice(node.start, node.end));
      if (!isTranslation(callee)) return;
      if (first?.type === 'ObjectExpression') {
        for (const property of first.properties)
          if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'id') add(property.value);
      } else add(first);
    },
    JSXOpeningElement({ name, attributes }) {
      if (name.type !== 'JSXIdentifier' || name.name !== 'Trans') return;
      for (const attribute of attributes)
        if (attribute.type === 'JSXAttribute' && attribute.name.name === 'id') add(attribute.value ?? undefined);
    },
    JSXText: (node) => {
      if (hasWord(node.value)) report(node, node.value);
    },
    JSXElement: ({ children }) => {
      for (const child of children) if (child.type === 'JSXExpressionContainer') checkShown(child);
    },
    JSXFragment: ({ children }) => {
      for (const child of children) if (child.type === 'JSXExpressionContainer') checkShown(child);
    },
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && shown.test(name.name)) checkShown(value);
      else if (name.type === 'JSXIdentifier' && /^(?:key|className)$/.test(name.name))
        for (const one of valuesOf(value)) handled.add(one.start);
    },
    JSXExpressionContainer: (node) => {
      const [value] = valuesOf(node);
      if (value?.type === 'TemplateLiteral' || value?.type === 'Literal') return;
      for (const one of valuesOf(node)) {
        const words = textOf(one);
        if (words !== undefined && readsAsSentence(words)) report(one, words);
      }
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && shown.test(key.name)) checkShown(value);
    },
    Literal: (node) => {
      if (typeof node.value !== 'string') return;
      if (isMarked(node)) {
        handled.add(node.start);
        loose.delete(node.start);
        known.add(node.value);
      } else if (readsAsSentence(node.value) || /^(?:\p{Ll}+ ){2,}\p{Ll}+$/u.test(node.value)) report(node, node.value);
    },
    TemplateLiteral: (node) => {
      const words = textOf(node) ?? '';
      if (node.quasis.some(({ value }) => readsAsSentence((value.cooked ?? '').trim()) || readsAsPart(value.cooked ?? '')))
        report(node, words);
    },
  }).visit(program);
  // A literal may be visited before the call around it says that it is known.
  return { known, loose: [...loose].filter(([start]) => !handled.has(start)).map(([, fault]) => fault) };
}
