import type { Line } from '../conventions/line.ts';
import { allNamed, childNamed, childrenNamed, type Element, elementsOf, firstNamed, isElement, type Node, textOf } from '../markup/tree.ts';
import { signsWithoutTex } from './maths-characters.ts';
import type { Numbering } from './numbering.ts';
import { texOfOmml } from './omml.ts';
import { type Piece, RichLine } from './rich-line.ts';
import { symbolOf, textOfSymbols, withoutPrivateSigns } from './symbol-font.ts';

/** A loss that belongs to the line in which it stands. */
export const lossElement = (code: string, sentence: string): Element => ({ name: 'loss', attributes: { code, sentence }, children: [] });

const isOn = (properties: Element | undefined, name: string): boolean => {
  const property = childNamed(properties, name);
  return property !== undefined && !/^(?:0|false|none|off)$/.test(property.attributes['w:val'] ?? '');
};

/** The meaning of a run's properties: tags, and whether they highlight its text. */
function formatOf(properties: Element | undefined): { tags: string[]; isMarked: boolean; isSymbol: boolean } {
  const tags: string[] = [];
  if (isOn(properties, 'w:b')) tags.push('b');
  if (isOn(properties, 'w:i')) tags.push('i');
  if (isOn(properties, 'w:u')) tags.push('u');
  if (isOn(properties, 'w:strike') || isOn(properties, 'w:dstrike')) tags.push('s');
  const vertical = childNamed(properties, 'w:vertAlign')?.attributes['w:val'];
  if (vertical === 'superscript') tags.push('sup');
  if (vertical === 'subscript') tags.push('sub');
  const colour = childNamed(properties, 'w:color')?.attributes['w:val'] ?? 'auto';
  const isColoured = !/^(?:auto|000000)$/i.test(colour) || isOn(properties, 'w:highlight');
  const fonts = childNamed(properties, 'w:rFonts')?.attributes ?? {};
  return {
    tags,
    isMarked: isColoured || tags.includes('b') || tags.includes('u'),
    isSymbol: [fonts['w:ascii'], fonts['w:hAnsi']].includes('Symbol'),
  };
}

/** How a part names its pictures and other files: relation to path. */
export type Relations = ReadonlyMap<string, string>;

/** Turns paragraphs and tables of Word into lines. */
export class Paragraphs {
  readonly #numbering: Numbering;
  readonly #relations: Relations;
  /** Lists of paragraph styles, and the styles that are headings. */
  readonly #styles: ReadonlyMap<string, { list?: string; level: number; isHeading: boolean }>;

  constructor(numbering: Numbering, relations: Relations, styles: Element | undefined) {
    this.#numbering = numbering;
    this.#relations = relations;
    const found = (styles ? childrenNamed(styles, 'w:style') : []).map((style) => {
      const properties = childNamed(childNamed(style, 'w:pPr'), 'w:numPr');
      const list = childNamed(properties, 'w:numId')?.attributes['w:val'];
      const name = childNamed(style, 'w:name')?.attributes['w:val'] ?? '';
      const level = Number(childNamed(properties, 'w:ilvl')?.attributes['w:val'] ?? '0');
      return [
        style.attributes['w:styleId'] ?? '',
        { ...(list === undefined ? {} : { list }), level, isHeading: /^(?:heading \d|title)$/i.test(name) },
      ] as const;
    });
    this.#styles = new Map(found);
  }

  /** The lines of a paragraph: breaks within it begin a new one. */
  linesOfParagraph(paragraph: Element): RichLine[] {
    const properties = childNamed(paragraph, 'w:pPr');
    const style = this.#styles.get(childNamed(properties, 'w:pStyle')?.attributes['w:val'] ?? '');
    const own = childNamed(properties, 'w:numPr');
    const list = childNamed(own, 'w:numId')?.attributes['w:val'] ?? style?.list;
    const level = Number(childNamed(own, 'w:ilvl')?.attributes['w:val'] ?? style?.level ?? '0');
    const mark = list === undefined || list === '0' ? '' : this.#numbering.next(list, level);
    const pieces: Piece[] = [];
    if (mark) pieces.push({ text: mark, tags: [], isMarked: true });
    this.#walk(paragraph, pieces);
    const boxed = pieces.flatMap((piece) => ('object' in piece && piece.object.name === 'lines' ? elementsOf(piece.object) : []));
    const inline = pieces.filter((piece) => !('object' in piece && piece.object.name === 'lines'));
    const lines: Piece[][] = [[]];
    for (const piece of inline) {
      if ('object' in piece && piece.object.name === 'br') lines.push([]);
      else lines.at(-1)?.push(piece);
    }
    const whole = lines.map((line) => new RichLine(line, { isHeading: style?.isHeading ?? false }));
    return [...whole, ...boxed.flatMap((inner) => (inner.name === 'w:tbl' ? [this.lineOfTable(inner)] : this.linesOfParagraph(inner)))];
  }

  lineOfTable(table: Element): RichLine {
    const rows: Line[][][] = [];
    const htmlRows: Element[] = [];
    for (const row of childrenNamed(table, 'w:tr')) {
      const cells = elementsOf(row).flatMap((child) => (child.name === 'w:tc' ? [child] : [...allNamed(child, 'w:tc')]));
      const lines = cells.map((cell) => this.linesOf(cell));
      rows.push(lines);
      const htmlCells = cells.map((cell, at): Element => {
        const span = childNamed(childNamed(cell, 'w:tcPr'), 'w:gridSpan')?.attributes['w:val'];
        const merged = childNamed(childNamed(cell, 'w:tcPr'), 'w:vMerge') ? '2' : span;
        const children = (lines[at] ?? []).flatMap((line): Node[] => [{ name: 'p', attributes: {}, children: line.nodes() }]);
        return { name: 'td', attributes: merged ? { colspan: merged } : {}, children };
      });
      htmlRows.push({ name: 'tr', attributes: {}, children: htmlCells });
    }
    return new RichLine([{ object: { name: 'table', attributes: {}, children: htmlRows } }], { rows });
  }

  /** The lines of a cell, text box or other container. */
  linesOf(container: Element): RichLine[] {
    return elementsOf(container).flatMap((child) => {
      if (child.name === 'w:p') return this.linesOfParagraph(child);
      if (child.name === 'w:tbl') return [this.lineOfTable(child)];
      return child.name.endsWith('Pr') ? [] : this.linesOf(child);
    });
  }

  #walk(parent: Element, pieces: Piece[]): void {
    for (const child of elementsOf(parent)) this.#piece(child, pieces);
  }

  #piece(element: Element, pieces: Piece[]): void {
    const { name } = element;
    if (name === 'w:r') return this.#run(element, pieces);
    if (name === 'm:oMath' || name === 'm:oMathPara') return this.#formula(element, pieces);
    if (/^w:(?:del|moveFrom|pPr|rPr|instrText|delText)$/.test(name)) return;
    if (name === 'mc:AlternateContent') {
      const choice = childNamed(element, 'mc:Choice');
      return this.#walk(choice && firstNamed(choice, 'w:drawing') ? choice : (childNamed(element, 'mc:Fallback') ?? element), pieces);
    }
    this.#walk(element, pieces);
  }

  #formula(element: Element, pieces: Piece[]): void {
    const tex = texOfOmml(element);
    if (tex === '') return;
    const display: Readonly<Record<string, string>> = element.name === 'm:oMathPara' ? { display: 'block' } : {};
    pieces.push({ object: { name: 'tex', attributes: display, children: [tex] } });
    const lost = signsWithoutTex(textOf(element));
    if (lost.length > 0)
      pieces.push({
        object: lossElement('maths_sign', `A formula has signs that cannot be shown, for which □ stands: ${lost.slice(0, 10).join(' ')}.`),
      });
  }

  #run(run: Element, pieces: Piece[]): void {
    const format = formatOf(childNamed(run, 'w:rPr'));
    const write = (text: string) =>
      void (
        text === '' ||
        pieces.push({
          text: withoutPrivateSigns(format.isSymbol ? textOfSymbols(text) : text),
          tags: format.tags,
          isMarked: format.isMarked,
        })
      );
    for (const child of elementsOf(run)) {
      if (child.name === 'w:t') write(textOf(child));
      else if (child.name === 'w:tab') write('\t');
      else if (child.name === 'w:br' || child.name === 'w:cr') pieces.push({ object: { name: 'br', attributes: {}, children: [] } });
      else if (child.name === 'w:noBreakHyphen') write('-');
      else if (child.name === 'w:sym') {
        const sign = /symbol/i.test(child.attributes['w:font'] ?? '')
          ? symbolOf(Number.parseInt(child.attributes['w:char'] ?? '', 16))
          : undefined;
        if (sign) write(sign);
        else pieces.push({ object: lossElement('symbol', `A sign of the font ${child.attributes['w:font'] ?? ''} was left out.`) });
      } else if (child.name === 'w:footnoteReference' || child.name === 'w:endnoteReference')
        pieces.push({ object: lossElement('footnote', 'A footnote was left out.') });
      else if (child.name === 'w:instrText' && /^\s*EQ\b/i.test(textOf(child)))
        pieces.push({ object: lossElement('field_formula', 'A formula written as a field (EQ) was left out.') });
      else if (child.name === 'w:drawing') this.#drawing(child, pieces);
      else if (child.name === 'w:pict' || child.name === 'w:object') this.#object(child, pieces);
      else if (child.name === 'mc:AlternateContent') this.#piece(child, pieces);
    }
  }

  #drawing(drawing: Element, pieces: Piece[]): void {
    const box = firstNamed(drawing, 'w:txbxContent');
    if (box)
      return void pieces.push(
        { object: lossElement('text_box', 'The text of a text box was placed after its paragraph.') },
        { object: { name: 'lines', attributes: {}, children: box.children } },
      );
    const [blip, alt] = [firstNamed(drawing, 'a:blip'), firstNamed(drawing, 'wp:docPr')?.attributes['descr'] ?? ''];
    const source = this.#relations.get(blip?.attributes['r:embed'] ?? '');
    if (source) pieces.push({ object: { name: 'img', attributes: { src: source, alt }, children: [] } });
    else if (blip) pieces.push({ object: lossElement('remote_picture', 'A picture that is not stored in the file was left out.') });
    else
      pieces.push({ object: lossElement('drawing', 'A drawing of Word (shape, diagram or chart) was left out; insert it as a picture.') });
  }

  /** A picture of an old document, or an object of another program with its picture: MathType above all. */
  #object(object: Element, pieces: Piece[]): void {
    const program = firstNamed(object, 'o:OLEObject')?.attributes['ProgID'] ?? '';
    const box = firstNamed(object, 'w:txbxContent');
    const data = firstNamed(object, 'v:imagedata');
    const source = this.#relations.get(data?.attributes['r:id'] ?? '');
    if (/^(?:Equation|MathType)/i.test(program)) {
      pieces.push({ text: '[formula]', tags: [], isMarked: false });
      pieces.push({
        object: lossElement(
          'mathtype',
          'A MathType formula cannot be read: [formula] stands for it. Convert the formulas to Word equations, or type them.',
        ),
      });
    } else if (program) pieces.push({ object: lossElement('object', `An object of ${program.slice(0, 40)} was left out.`) });
    if (source) pieces.push({ object: { name: 'img', attributes: { src: source, alt: data?.attributes['o:title'] ?? '' }, children: [] } });
    else if (box) pieces.push({ object: { name: 'lines', attributes: {}, children: box.children } });
    else if (!program)
      pieces.push({ object: lossElement('drawing', 'A drawing of Word (shape, diagram or chart) was left out; insert it as a picture.') });
  }
}

/** The losses of a line's objects, also within tables. */
export function lossesOf(nodes: readonly Node[]): { code: string; sentence: string }[] {
  return nodes
    .filter(isElement)
    .flatMap((node) =>
      node.name === 'loss'
        ? [{ code: node.attributes['code'] ?? '', sentence: node.attributes['sentence'] ?? '' }]
        : lossesOf(node.children),
    );
}
