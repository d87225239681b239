import { type DraftPassage, type ReadItem, type Archive } from '../reading.ts';
import { itemOf } from '../draft.ts';
import { decode } from '../markup/decode.ts';
import { withPlainSigns } from '../markup/authored.ts';
import { Pictures } from '../markup/pictures.ts';
import { renderText, type Rendering } from '../markup/render.ts';
import { allNamed, childNamed, type Element, isElement, type Node } from '../markup/tree.ts';
import { parseXml, pickElements } from '../markup/xml.ts';
import { itemOfFile, itemWithFault, Notices } from '../notices.ts';
import { pathFrom } from '../paths.ts';
import { pictureSource } from '../picture-source.ts';
import { sourceOf } from '../source-of.ts';
import { readItem } from './qti-item.ts';
import { inNamesOfTwo } from './qti-names.ts';
import { materialOf, metadataOf, readItemOfOne } from './qti-one.ts';

const isXml = (name: string): boolean => /\.(?:xml|qti|dat)$/i.test(name) || !/\.\w{1,5}$/.test(name);
const isItem = (name: string): boolean => /^(?:assessmentItem|qti-assessment-item|item)$/.test(name);
const isTest = (name: string): boolean => /^(?:assessmentTest|qti-assessment-test)$/.test(name);
/** A longer file is not asked for its order of questions. */
const mostOfTest = 2_000_000;

/** Every address of a picture in an element, and in the HTML within its texts. */
function* addressesIn(node: Node): Generator<string> {
  if (!isElement(node)) {
    for (const [, double, single] of node.matchAll(/(?:src|data)\s?=\s?(?:"([^"]{1,500})"|'([^']{1,500})')/g)) yield double ?? single ?? '';
    return;
  }
  for (const name of ['src', 'data', 'uri', 'href']) if (node.attributes[name]) yield node.attributes[name];
  for (const child of node.children) yield* addressesIn(child);
}

interface Origin {
  archive: Archive;
  file: string;
}

const decoded = (address: string): string =>
  address.replaceAll(/(?:%[\dA-F]{2})+/gi, (escaped) =>
    new TextDecoder().decode(Uint8Array.from(escaped.slice(1).split('%'), (hex) => Number.parseInt(hex, 16))),
  );

/** The name in the archive that an address means: relative to its file, to the root of the package, or the only file of that name. */
function nameOf({ archive, file }: Origin, address: string): string | undefined {
  const plain = decoded(address.replace(/^\$IMS[-_]CC[-_]FILE_?BASE\$\/?/, '').replace(/[?#].*$/, ''));
  const names = new Set(archive.names);
  const direct = [pathFrom(file, plain), pathFrom('', plain)].find((name) => names.has(name));
  if (direct) return direct;
  const base = `/${plain.split('/').at(-1) ?? ''}`;
  const similar = archive.names.filter((name) => `/${name}`.endsWith(`/${plain}`) || `/${name}`.endsWith(base));
  return similar.length === 1 ? similar[0] : similar.find((name) => name.endsWith(plain));
}

/** How the texts of an item find their pictures, which are read before. */
async function renderingOf(element: Element, origin: Origin): Promise<{ to: Rendering; notices: Notices; pictures: Pictures }> {
  const notices = new Notices();
  const pictures = new Pictures(notices);
  const found = new Map<string, Uint8Array>();
  for (const address of new Set(addressesIn(element))) {
    const name = /^(?:data|https?):/i.test(address) || isXml(address) ? undefined : nameOf(origin, address);
    if (name && found.size < 60) found.set(decoded(address.replace(/[?#].*$/, '')), await origin.archive.read(name));
  }
  const find = (name: string) => found.get(name) ?? [...found].find(([address]) => address.endsWith(name))?.[1];
  return { to: { notices, dollars: false, picture: pictureSource(find, pictures, notices) }, notices, pictures };
}

/** Passages by the file or item that holds them. */
class Passages {
  readonly #numbers = new Map<string, number>();

  numberOf(key: string): number {
    const known = this.#numbers.get(key) ?? this.#numbers.size + 1;
    this.#numbers.set(key, known);
    return known;
  }
}

interface Waiting {
  element: Element;
  place: string;
  isUsed: boolean;
}

/** The order and the sections of the items in the tests of a package, by file. */
async function testsOf(archive: Archive): Promise<Map<string, string>> {
  const sections = new Map<string, string>();
  for (const name of archive.names.filter(isXml)) {
    const bytes = await archive.read(name);
    if (bytes.length > mostOfTest) continue;
    const { text } = decode(bytes);
    if (!/<(?:\w+:)?(?:assessmentTest|qti-assessment-test)[\s>]/.test(text.slice(0, 5000))) continue;
    const test = parseXml(text);
    if (!test || !isTest(test.name)) continue;
    const walk = (element: Element, titles: readonly string[]) => {
      for (const child of element.children.filter(isElement)) {
        const { href, title } = child.attributes;
        if (child.name === 'assessmentItemRef' && href) sections.set(pathFrom(name, href), titles.at(-1) ?? '');
        else walk(child, child.name === 'assessmentSection' && title ? [...titles, title] : titles);
      }
    };
    walk(inNamesOfTwo(test), []);
  }
  return sections;
}

async function passageOf(item: Element, origin: Origin, to: Rendering, passages: Passages): Promise<DraftPassage | null> {
  const reference = [...allNamed(item, 'assessmentStimulusRef')][0]?.attributes['href'];
  const name = reference && nameOf(origin, reference);
  if (!name) return null;
  const stimulus = parseXml(decode(await origin.archive.read(name)).text);
  const body = stimulus && childNamed(inNamesOfTwo(stimulus), 'stimulusBody');
  if (!body) return null;
  const { text, figures } = renderText(body.children, to);
  return { number: passages.numberOf(name), text, figure: figures[0] ?? null };
}

/** The questions of a file of QTI 1.2; a text without an answer is the passage of the questions that name it. */
async function* readOne(items: Iterable<Element>, origin: Origin, passages: Passages): AsyncGenerator<ReadItem> {
  const texts = new Map<string, Waiting>();
  let number = 0;
  for (const item of items) {
    number += 1;
    const { ident = '', title = '' } = item.attributes;
    const place = `Question ${number} of ${origin.file}${title && title !== ident ? ` (${title.slice(0, 60)})` : ''}`;
    const { to, notices, pictures } = await renderingOf(item, origin);
    const fields = metadataOf(item);
    const read = readItemOfOne(item, to);
    if (!('parts' in read)) {
      if (read.code === 'description') texts.set(ident, { element: item, place, isUsed: false });
      else yield itemWithFault(place, sourceOf(item), read.code, read.sentence);
      continue;
    }
    const parent = texts.get(fields.get('parent_stimulus_item_ident') ?? '');
    let passage: DraftPassage | null = null;
    if (parent) {
      parent.isUsed = true;
      const { text, figures } = materialOf(childNamed(parent.element, 'presentation'), to);
      passage = { number: passages.numberOf(`${origin.file} ${parent.place}`), text, figure: figures[0] ?? null };
    }
    const topic = fields.get('topic') ?? fields.get('qmd_topic') ?? '';
    yield itemOf(place, sourceOf(item), { ...read.parts, passage, topic }, pictures.list, notices);
  }
  for (const { element, place, isUsed } of texts.values())
    if (!isUsed)
      yield itemWithFault(place, sourceOf(element), 'description', 'This item has no place for an answer, so it is not a question.');
}

async function* readTwo(written: Element, origin: Origin, passages: Passages, topic: string): AsyncGenerator<ReadItem> {
  const item = inNamesOfTwo(written);
  const { identifier = '', title = '' } = item.attributes;
  const place = `${identifier || origin.file}${title && title !== identifier ? ` (${title.slice(0, 60)})` : ''}`;
  const { to, notices, pictures } = await renderingOf(item, origin);
  const read = readItem(item, to);
  if (!('parts' in read)) return yield itemWithFault(place, sourceOf(item), read.code, read.sentence);
  const passage = await passageOf(item, origin, to, passages);
  yield itemOf(place, sourceOf(item), { ...read.parts, passage, topic }, pictures.list, notices);
}

/** Reads the items of QTI 1.2, 2.1, 2.2 and 3.0: of a single file, or of every file of a package. */
export async function* readQti(archive: Archive): AsyncGenerator<ReadItem> {
  const sections = await testsOf(archive);
  const order = [...sections.keys()];
  const placeOf = (name: string) => (sections.has(name) ? order.indexOf(name) : order.length);
  const files = archive.names.filter(isXml).toSorted((one, other) => placeOf(one) - placeOf(other));
  const passages = new Passages();
  for (const file of files) {
    const { text, notice } = decode(await archive.read(file));
    if (!/<(?:\w+:)?(?:questestinterop|assessmentItem|qti-assessment-item)[\s>]/.test(text.slice(0, 20_000))) continue;
    if (notice) yield itemOfFile(file, notice);
    let fault = '';
    const origin = { archive, file };
    const items = pickElements(withPlainSigns(text), isItem, { onFault: (what) => (fault = what) });
    if (/<(?:\w+:)?questestinterop[\s>]/.test(text.slice(0, 20_000))) yield* readOne(items, origin, passages);
    else for (const item of items) yield* readTwo(item, origin, passages, sections.get(file) ?? '');
    if (fault)
      yield itemOfFile(file, {
        kind: 'note',
        code: 'not_well_formed',
        sentence: `The XML is not well-formed, so parts may be missing: ${fault.slice(0, 150)}.`,
      });
  }
}
