import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { sizeOfPicture } from './picture-size.ts';

const elements = new Set(
  'svg g path line polyline polygon rect circle ellipse text tspan title desc defs marker linearGradient radialGradient stop clipPath use pattern'.split(
    ' ',
  ),
);
const attributeName = /^(?:xmlns|[a-zA-Z][a-zA-Z0-9-]*)$/;

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

function faultsOfElement(name: string, attributes: Node): string[] {
  const faults = elements.has(name) ? [] : [`<${name}> is not allowed in a picture`];
  for (const [attribute, value] of Object.entries(attributes)) {
    if (!attributeName.test(attribute) || /^on/i.test(attribute) || attribute === 'style' || attribute === 'class') {
      if (attribute !== 'xml:space') faults.push(`The attribute ${attribute} is not allowed in a picture`);
    } else if (/[&\\]/.test(String(value))) {
      // This check would not recognise an escaped reference.
      faults.push(`${attribute} is written with escapes`);
    } else if (
      attribute === 'href'
        ? !String(value).startsWith('#')
        : attribute !== 'xmlns' && /url\((?!\s*#)|(?:javascript|data|https?):/i.test(String(value))
    ) {
      faults.push(`${attribute} refers outside the picture`);
    }
  }
  return faults;
}

/** Far more than a drawing of a question needs. The time to read the attributes of one element grows with the square of their number. */
const mostOfSvg = 200_000;
const mostDepth = 100;
const drawing = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  processEntities: false,
  maxNestedTags: mostDepth,
});

/** Faults of an SVG picture. Anything beyond a plain drawing (scripts, style sheets, outside references) is refused, not removed. */
export function faultsOfSvg(text: string): string[] {
  if (text.length > mostOfSvg) return [`A drawing may have ${mostOfSvg / 1000} kB at most`];
  const validity = XMLValidator.validate(text);
  if (validity !== true) return [`Not well-formed: ${validity.err.msg} in line ${validity.err.line}`];
  if (/<!DOCTYPE|<!ENTITY|<\?xml-stylesheet/i.test(text)) return ['Document types, entities and style sheets are not allowed in a picture'];
  const faults: string[] = [];
  const used = new Set<string>();
  const holdingUse = new Set<string>();
  /** `around` contains the ids of the nodes' ancestors. */
  const walk = (nodes: unknown, around: readonly string[]) => {
    for (const node of Array.isArray(nodes) ? nodes : []) {
      if (!isNode(node)) continue;
      for (const [name, children] of Object.entries(node)) {
        if (name === ':@' || name === '#text' || name === '?xml') continue;
        const attributes = isNode(node[':@']) ? node[':@'] : {};
        faults.push(...faultsOfElement(name, attributes));
        const within = typeof attributes['id'] === 'string' ? [...around, attributes['id']] : around;
        if (name === 'use') {
          used.add(String(attributes['href'] ?? '').slice(1));
          for (const id of within) holdingUse.add(id);
        }
        walk(children, within);
      }
    }
  };
  let tree: unknown;
  try {
    tree = drawing.parse(text);
  } catch {
    return [`Its elements are nested more than ${mostDepth} deep`];
  }
  walk(tree, []);
  // Each level of nested copies multiplies the work of a browser.
  if ([...used].some((id) => holdingUse.has(id))) faults.push('A <use> must not show an element with another <use>');
  const root = (Array.isArray(tree) ? tree : []).find((node) => isNode(node) && 'svg' in node) as Node | undefined;
  const attributes = root?.[':@'];
  if (!isNode(attributes) || typeof attributes['viewBox'] !== 'string') faults.push('The picture needs a viewBox');
  return [...new Set(faults)];
}

/** Media types of pictures, by the ending of their file. */
export const mediaTypes: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

const signatures: Record<string, Buffer> = {
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  jpg: Buffer.from([0xff, 0xd8, 0xff]),
  webp: Buffer.from('RIFF'),
};

export const mostPictureBytes = 1_000_000;
/** A phone that shows a picture holds four bytes for each pixel, however small the file is. The largest page of a scan has 9 million. */
const mostPixels = 25_000_000;

/** Faults of a picture file by its ending and its bytes. */
export function faultsOfPicture(ending: string, bytes: Buffer): string[] {
  if (bytes.length > mostPictureBytes) return ['A picture may have 1 MB at most'];
  if (ending === 'svg') return faultsOfSvg(bytes.toString('utf8'));
  const signature = signatures[ending === 'jpeg' ? 'jpg' : ending];
  const size = signature && bytes.subarray(0, signature.length).equals(signature) ? sizeOfPicture(ending, bytes) : null;
  if (!size) return [`The file is not a ${ending} picture`];
  return size.width * size.height > mostPixels ? [`A picture may have ${mostPixels / 1_000_000} million pixels at most`] : [];
}
