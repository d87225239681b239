import { MathMLToLaTeX } from 'mathml-to-latex';
import { escapeHtml } from './authored.ts';
import { type Element, isElement, type Node, textOf } from './tree.ts';

const longest = 20_000;

function markupOf(node: Node): string {
  if (!isElement(node)) return escapeHtml(node);
  const attributes = Object.entries(node.attributes)
    .filter(([name]) => /^[a-z]+$/.test(name))
    .map(([name, value]) => ` ${name}="${escapeHtml(value).replaceAll('"', '&quot;')}"`);
  return `<${node.name}${attributes.join('')}>${node.children.map(markupOf).join('')}</${node.name}>`;
}

/** The TeX of a MathML formula: the author's own where the formula carries it, else converted. Null if it cannot be converted. */
export function texOfMathml(math: Element): string | null {
  for (const annotation of annotationsOf(math)) return textOf(annotation).trim();
  const markup = markupOf(math);
  if (markup.length > longest) return null;
  try {
    return MathMLToLaTeX.convert(markup).trim();
  } catch (error) {
    // The converter throws an Error of its own or a TypeError for children that are missing.
    if (error instanceof Error) return null;
    throw error;
  }
}

function* annotationsOf(element: Element): Generator<Element> {
  for (const child of element.children.filter(isElement)) {
    if (child.name === 'annotation' && /tex/i.test(child.attributes['encoding'] ?? '')) yield child;
    yield* annotationsOf(child);
  }
}
