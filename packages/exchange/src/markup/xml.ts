import { decodeHTML } from 'entities';
import { SaxesParser } from 'saxes';
import { escapeHtml } from './authored.ts';
import { type Element, mostDepth } from './tree.ts';

/** The most elements of one picked part of a file, and attributes of an element: more are left out. */
const mostElements = 300_000;
const mostAttributes = 200;
const chunk = 65_536;
/** A file with more faults of form is not XML, and each of them takes time to describe. */
const mostFaults = 500;

class NotXml extends Error {}

interface Options {
  /** Short names for namespaces; an element of another namespace is known by its local name. */
  prefixes?: Readonly<Record<string, string>>;
  /** Receives the first fault of the file's form. */
  onFault?: (fault: string) => void;
}

const reference = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)(?:([a-z][a-z\d]{1,30});)?/gi;
const plainReference = (whole: string, name: string | undefined): string => {
  const decoded = name === undefined ? whole : decodeHTML(whole);
  return decoded === whole ? `&amp;${whole.slice(1)}` : escapeHtml(decoded);
};

/** XML whose entities are only those of XML: names of HTML become characters, and a bare `&` is one. Character data stays as it is. */
function withPlainReferences(xml: string): string {
  const parts: string[] = [];
  for (let from = 0; from < xml.length; ) {
    const start = xml.indexOf('<![CDATA[', from);
    const end = start < 0 ? -1 : xml.indexOf(']]>', start);
    const [to, next] = end < 0 ? [xml.length, xml.length] : [start, end];
    parts.push(xml.slice(from, to).replaceAll(reference, plainReference), xml.slice(to, next));
    from = next;
  }
  return parts.join('');
}

/**
 * The outermost elements whose name `isPicked`, one by one, so that a large file is never a large tree. Document types and entities of a file
 * are not read. A file that is not well-formed is read as far as it makes sense.
 */
export function* pickElements(xml: string, isPicked: (name: string) => boolean, options: Options = {}): Generator<Element> {
  const text = withPlainReferences(xml);
  const parser = new SaxesParser({ xmlns: false, fragment: false, position: true });
  const ready: Element[] = [];
  const open: (Element | null)[] = [];
  const named = new Map<string, string>();
  let [current, elements, faults]: [Element[], number, number] = [[], 0, 0];

  const nameOf = (written: string, attributes: Readonly<Record<string, string>>): string => {
    for (const [attribute, uri] of Object.entries(attributes))
      if (attribute.startsWith('xmlns:')) named.set(attribute.slice(6), options.prefixes?.[uri] ?? '');
    const [prefix, local] = written.includes(':') ? written.split(':', 2) : ['', written];
    const short = named.get(prefix ?? '');
    return short ? `${short}:${local ?? ''}` : (local ?? '');
  };
  parser.on('error', (error) => {
    if (faults === 0) options.onFault?.(error.message.replace(/\.$/, ''));
    faults += 1;
    if (faults > mostFaults) throw new NotXml();
  });
  parser.on('opentag', ({ name: written, attributes: all }) => {
    const attributes = Object.fromEntries(Object.entries(all).slice(0, mostAttributes));
    const name = nameOf(written, attributes);
    const parent = current.at(-1);
    if (!parent && !isPicked(name)) return void open.push(null);
    if (!parent) elements = 0;
    elements += 1;
    if (elements > mostElements || current.length >= mostDepth) return void open.push(null);
    const element: Element = { name, attributes, children: [] };
    parent?.children.push(element);
    current.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (!element) return;
    current = current.slice(0, current.lastIndexOf(element));
    if (current.length === 0) ready.push(element);
  });
  const write = (characters: string) => void current.at(-1)?.children.push(characters);
  parser.on('text', write);
  parser.on('cdata', write);

  /** Whether the parser can go on. */
  const parse = (step: () => unknown): boolean => {
    try {
      step();
      return true;
    } catch (error) {
      if (error instanceof NotXml) return false;
      throw error;
    }
  };
  let isXml = true;
  for (let from = 0; isXml && from < text.length; from += chunk) {
    isXml = parse(() => parser.write(text.slice(from, from + chunk)));
    yield* ready.splice(0);
  }
  if (isXml) parse(() => parser.close());
  yield* ready.splice(0);
  const unclosed = current[0];
  if (unclosed) yield unclosed;
}

/** The whole of a small document. */
export const parseXml = (text: string, options: Options = {}): Element | undefined =>
  pickElements(text, () => true, options).next().value ?? undefined;
