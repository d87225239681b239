import { joinLists, partsOf, type RenderLines } from '../conventions/raw-parts.ts';
import { QuestionLines } from '../conventions/question-lines.ts';
import type { RawQuestion } from '../conventions/raw-question.ts';
import type { Line } from '../conventions/line.ts';
import { itemOf, textOnly } from '../draft.ts';
import { Pictures } from '../markup/pictures.ts';
import { renderText } from '../markup/render.ts';
import { childrenNamed, type Element, isElement, type Node } from '../markup/tree.ts';
import { parseXml, pickElements } from '../markup/xml.ts';
import { itemOfFile, Notices } from '../notices.ts';
import { pictureSource } from '../picture-source.ts';
import { type Archive, most, type ReadItem } from '../reading.ts';
import { Numbering } from './numbering.ts';
import { lossesOf, Paragraphs } from './paragraphs.ts';
import { RichLine } from './rich-line.ts';

const officeDocument = 'http://schemas.openxmlformats.org';
const prefixes: Readonly<Record<string, string>> = {
  [`${officeDocument}/wordprocessingml/2006/main`]: 'w',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w',
  [`${officeDocument}/officeDocument/2006/math`]: 'm',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'm',
  [`${officeDocument}/drawingml/2006/main`]: 'a',
  'http://purl.oclc.org/ooxml/drawingml/main': 'a',
  [`${officeDocument}/drawingml/2006/wordprocessingDrawing`]: 'wp',
  'http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing': 'wp',
  [`${officeDocument}/markup-compatibility/2006`]: 'mc',
  'urn:schemas-microsoft-com:vml': 'v',
  'urn:schemas-microsoft-com:office:office': 'o',
};

const main = 'word/document.xml';
export const isDocx = (archive: Archive): boolean => archive.names.includes(main);

const decoder = new TextDecoder();
const textOfPart = async (archive: Archive, name: string): Promise<string> =>
  archive.names.includes(name) ? decoder.decode(await archive.read(name)) : '';
const partOf = async (archive: Archive, name: string): Promise<Element | undefined> =>
  parseXml(await textOfPart(archive, name), { prefixes });

async function relationsOf(archive: Archive): Promise<Map<string, string>> {
  const relations = await partOf(archive, 'word/_rels/document.xml.rels');
  const found = (relations ? childrenNamed(relations, 'Relationship') : [])
    .filter(({ attributes }) => attributes['TargetMode'] !== 'External')
    .map(({ attributes }) => [attributes['Id'] ?? '', attributes['Target']?.replace(/^\/?(?:word\/)?/, 'word/') ?? ''] as const);
  return new Map(found);
}

const nodesOf = (lines: readonly Line[]): Node[] =>
  lines.flatMap((line) =>
    line instanceof RichLine ? [line.rows ? (line.nodes()[0] ?? '') : { name: 'p', attributes: {}, children: line.nodes() }] : [],
  );

function* sourcesIn(nodes: readonly Node[]): Generator<string> {
  for (const node of nodes.filter(isElement)) {
    if (node.name === 'img') yield node.attributes['src'] ?? '';
    yield* sourcesIn(node.children);
  }
}

const linesOf = (question: RawQuestion, solution: readonly Line[]): Line[] => [
  ...(question.passage?.lines ?? []),
  ...question.stem,
  ...question.options.flatMap(({ lines }) => lines),
  ...(question.answer ? [question.answer] : []),
  ...question.solution,
  ...solution,
];

function sourceOf(question: RawQuestion, key: string, solution: readonly Line[]): string {
  const text = (lines: readonly Line[]) => lines.map((line) => line.plain().trim()).join('\n');
  const parts = [text(question.stem), ...question.options.map(({ lines }, at) => `(${'abcde'[at] ?? at + 1}) ${text(lines)}`)];
  if (question.answer || key) parts.push(`Answer: ${question.answer?.plain().trim() || key}`);
  const explained = text([...question.solution, ...solution]);
  if (explained !== '') parts.push(`Solution: ${explained}`);
  return parts.join('\n');
}

/** Reads a Word document by the conventions of teachers. */
export async function* readDocx(archive: Archive): AsyncGenerator<ReadItem> {
  const relations = await relationsOf(archive);
  const numbering = new Numbering(await partOf(archive, 'word/numbering.xml'));
  const paragraphs = new Paragraphs(numbering, relations, await partOf(archive, 'word/styles.xml'));
  const reader = new QuestionLines();
  let fault = '';
  for (const block of pickElements(await textOfPart(archive, main), (name) => name === 'w:p' || name === 'w:tbl', {
    prefixes,
    onFault: (what) => (fault = what),
  })) {
    if (block.name === 'w:tbl') reader.add(paragraphs.lineOfTable(block));
    else for (const line of paragraphs.linesOfParagraph(block)) reader.add(line);
    if (reader.questions.length > most.questions + 1) break;
  }
  if (fault)
    yield itemOfFile('File', {
      kind: 'note',
      code: 'not_well_formed',
      sentence: `The document is damaged, so parts may be missing: ${fault.slice(0, 150)}.`,
    });
  if (reader.questions.length === 0)
    yield itemOfFile('File', {
      kind: 'fault',
      code: 'no_questions',
      sentence: 'No numbered questions were found. Begin each question with its number: 1. or Q1.',
    });
  const joined = joinLists(reader);
  for (const question of reader.questions) {
    const { key, solution } = joined.get(question) ?? { key: '', solution: [] };
    const notices = new Notices();
    const pictures = new Pictures(notices);
    const nodes = nodesOf(linesOf(question, solution));
    const files = new Map<string, Uint8Array>();
    for (const name of new Set(sourcesIn(nodes)))
      if (files.size < most.pictures && archive.names.includes(name)) files.set(name, await archive.read(name));
    for (const { code, sentence } of lossesOf(nodes)) notices.loss(code, sentence);
    const picture = pictureSource((name) => files.get(name), pictures, notices);
    const render: RenderLines = (lines) =>
      lines.length === 0 ? textOnly('') : renderText(nodesOf(lines), { notices, dollars: true, picture });
    const parts = partsOf(question, { key, solution }, render, notices);
    yield itemOf(`Question ${question.number}`, sourceOf(question, key, solution), parts, pictures.list, notices);
  }
}
