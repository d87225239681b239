/** An element of XML or HTML; its name has no namespace except those that a reader asked for. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Node[];
}
export type Node = Element | string;

/** The deepest nesting that readers keep; deeper elements stand side by side, so that no function recurses further. */
export const mostDepth = 150;

export const isElement = (node: Node): node is Element => typeof node !== 'string';

export const elementsOf = ({ children }: Element): Element[] => children.filter(isElement);

export const childrenNamed = (element: Element, name: string): Element[] => elementsOf(element).filter((child) => child.name === name);

export const childNamed = (element: Element | undefined, name: string): Element | undefined =>
  element && elementsOf(element).find((child) => child.name === name);

/** Every element below one, in the order of the document, that has the name. */
export function* allNamed(element: Element, name: string): Generator<Element> {
  for (const child of elementsOf(element)) {
    if (child.name === name) yield child;
    yield* allNamed(child, name);
  }
}

export const firstNamed = (element: Element, name: string): Element | undefined => allNamed(element, name).next().value ?? undefined;

export function textOf(node: Node): string {
  const parts: string[] = [];
  const walk = (one: Node) => {
    if (isElement(one)) for (const child of one.children) walk(child);
    else parts.push(one);
  };
  walk(node);
  return parts.join('');
}
