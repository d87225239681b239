import { childNamed, childrenNamed, type Element, elementsOf, textOf } from '../markup/tree.ts';
import { accents, delimiters, matrices, overSigns, stretched, underSigns } from './omml-signs.ts';
import { functionNames, texOfCharacter, texOfText } from './maths-characters.ts';

/** The value of a property, `m:chr` of `m:dPr` for instance; undefined if it is not written. */
function valueOf(element: Element, properties: string, name: string): string | undefined {
  const property = childNamed(childNamed(element, properties), name);
  return property && (property.attributes['m:val'] ?? property.attributes['val'] ?? '');
}

/** A property that is on or off; written without a value it is on. */
const isOn = (element: Element, properties: string, name: string): boolean => {
  const value = valueOf(element, properties, name);
  return value !== undefined && !/^(?:0|off|false)$/i.test(value);
};

const part = (element: Element, name: string): string => {
  const child = childNamed(element, name);
  return child ? texOf(child) : '';
};

/** The TeX without blanks at its ends; the blank of `\\ ` stays. */
const trimmed = (tex: string): string => tex.trimStart().replace(/(?<!\\)\s+$/, '');

/** The TeX as one argument: in braces, unless it is a single sign. */
const group = (tex: string): string => `{${trimmed(tex)}}`;
const base = (tex: string): string => (/^(?:[A-Za-z0-9]|\\[A-Za-z]+ ?)$/.test(tex) ? trimmed(tex) : group(tex));
/** Primes alone are superscripts already. */
const raised = (tex: string): string => (/^'+$/.test(trimmed(tex)) ? group('\\prime'.repeat(trimmed(tex).length)) : group(tex));

const styles: Readonly<Record<string, string>> = {
  'double-struck': '\\mathbb',
  script: '\\mathcal',
  fraktur: '\\mathfrak',
  'sans-serif': '\\mathsf',
  monospace: '\\mathtt',
};

function runOf(run: Element): string {
  const text = elementsOf(run)
    .filter(({ name }) => name === 'm:t' || name === 'w:t')
    .map(textOf)
    .join('');
  if (text === '') return '';
  const [sty, scr] = [valueOf(run, 'm:rPr', 'm:sty'), valueOf(run, 'm:rPr', 'm:scr')];
  if (isOn(run, 'm:rPr', 'm:nor')) return /^[\s\p{P}\d]*$/u.test(text) && !text.includes(' ') ? signsOf(text) : texOfText(text);
  const style = scr === undefined ? undefined : styles[scr];
  const isBold = sty === 'b' || sty === 'bi';
  if (style) return styledSigns(text, isBold && style === '\\mathsf' ? '\\mathbf' : style);
  if (isBold) return styledSigns(text, sty === 'b' ? '\\mathbf' : '\\boldsymbol');
  const word = text.trim();
  if (functionNames.test(word) && sty === 'p') return word === 'cosec' ? '\\operatorname{cosec} ' : `\\${word} `;
  if (sty === 'p' && /^[A-Za-z]{2,}$/.test(word)) return `\\mathrm{${word}}`;
  return signsOf(text);
}

/** Letters and digits in a style of TeX; other signs have no style. */
const styledSigns = (text: string, style: string): string =>
  text.replaceAll(/[A-Za-z0-9]+|[^A-Za-z0-9]/gu, (part) =>
    /^[A-Za-z0-9]/.test(part)
      ? `${style}{${part}}`
      : style === '\\boldsymbol' && part.trim() !== ''
        ? `\\boldsymbol{${trimmed(texOfCharacter(part))}}`
        : texOfCharacter(part),
  );

function signsOf(text: string): string {
  let tex = '';
  for (const sign of text.normalize('NFC')) {
    const one = texOfCharacter(sign);
    // A prime or a power right after another one needs its own base.
    tex += /^['^]/.test(one) && /(?:^|[}'])\s*$/.test(tex) ? `{}${one}` : one;
  }
  return tex;
}

function accentOf(element: Element): string {
  const sign = valueOf(element, 'm:accPr', 'm:chr') ?? '\u0302';
  const inner = trimmed(part(element, 'm:e'));
  const isOne = inner.length <= 1 || /^\\[A-Za-z]+$/.test(inner) || /^\\math\w+\{\w\}$/.test(inner);
  const [short, long] = accents[sign] ?? accents[sign.trim()] ?? ['', ''];
  if (short) return `${isOne ? short : long}{${inner}}`;
  return `\\overset{${trimmed(texOfCharacter(sign))}}{${inner}}`;
}

const large: Readonly<Record<string, string>> = { '\u222B': '\\int', '\u2211': '\\sum' };

function naryOf(element: Element): string {
  const sign = valueOf(element, 'm:naryPr', 'm:chr') ?? '\u222B';
  const operator = large[sign] ?? (sign === '' ? '' : trimmed(texOfCharacter(sign)));
  const isIntegral = operator.endsWith('int');
  const limits = isIntegral && valueOf(element, 'm:naryPr', 'm:limLoc') === 'undOvr' ? '\\limits' : '';
  const named = /^\\(?:[io]*int|sum|prod|coprod|big\w+)$/.test(operator) ? operator : `\\mathop{${operator}}`;
  const [sub, sup] = [part(element, 'm:sub'), part(element, 'm:sup')];
  const under = sub.trim() === '' || isOn(element, 'm:naryPr', 'm:subHide') ? '' : `_${group(sub)}`;
  const over = sup.trim() === '' || isOn(element, 'm:naryPr', 'm:supHide') ? '' : `^${raised(sup)}`;
  return `${named}${under || over ? limits : ''}${under}${over} ${part(element, 'm:e')}`;
}

const isTall = (tex: string): boolean =>
  /\\(?:d?frac|sum|prod|o?i*int|begin|sqrt|binom|underbrace|overbrace|limits|overset|underset|big\w+)(?![A-Za-z])/.test(tex);

/** The only element of the content, without properties. */
function onlyIn(e: Element): Element | undefined {
  const parts = elementsOf(e).filter(({ name }) => name !== 'm:ctrlPr' && name !== 'm:argPr');
  return parts.length === 1 ? parts[0] : undefined;
}

function delimitedOf(element: Element): string {
  const [begin, end] = [valueOf(element, 'm:dPr', 'm:begChr') ?? '(', valueOf(element, 'm:dPr', 'm:endChr') ?? ')'];
  const parts = childrenNamed(element, 'm:e');
  const only = parts.length === 1 && parts[0] ? onlyIn(parts[0]) : undefined;
  const matrix = matrices[`${begin}${end}`];
  if (only?.name === 'm:m' && matrix) return environment(matrix, rowsOf(only));
  if ((only?.name === 'm:eqArr' || only?.name === 'm:m') && begin === '{' && end === '')
    return environment('cases', only.name === 'm:m' ? rowsOf(only).map((row) => row.slice(0, 2)) : equationsOf(only, 1));
  if (only?.name === 'm:f' && begin === '(' && end === ')' && valueOf(only, 'm:fPr', 'm:type') === 'noBar')
    return `\\binom${group(part(only, 'm:num'))}${group(part(only, 'm:den'))}`;
  const separator = valueOf(element, 'm:dPr', 'm:sepChr') ?? '|';
  const inner = parts.map((one) => texOf(one));
  const [open, close] = [delimiters[begin] ?? '.', delimiters[end] ?? '.'];
  const isPlain = !inner.some(isTall) && open !== '.' && close !== '.' && delimiters[begin] !== undefined;
  const mark =
    separator === '' ? ' ' : delimiters[separator] && separator !== ',' ? delimiters[separator].trim() : texOfCharacter(separator);
  if (isPlain) return `${open}${inner.join(separator === '|' ? '\\mid ' : mark)}${close}`;
  const middle = separator !== '' && separator.length === 1 && delimiters[separator] ? `\\middle${mark} ` : mark;
  return `\\left${open}${inner.join(middle)}\\right${close}`;
}

const environment = (name: string, rows: readonly (readonly string[])[]): string =>
  `\\begin{${name}}${rows.map((row) => row.map((cell) => trimmed(cell)).join(' & ')).join(' \\\\ ')}\\end{${name}}`;

const rowsOf = (matrix: Element): string[][] =>
  childrenNamed(matrix, 'm:mr').map((row) => childrenNamed(row, 'm:e').map((cell) => texOf(cell)));

/** The lines of aligned equations; `&` is a mark of alignment there, of which `most` are kept in a line. */
function equationsOf(array: Element, most: number): string[][] {
  return childrenNamed(array, 'm:e').map((line) => {
    const [first = '', ...rest] = texOf(line).split('\\&');
    return [first, ...rest.slice(0, most - 1), ...(rest.length >= most ? [rest.slice(most - 1).join('')] : [])];
  });
}

/** A sign that stretches over or under its content; an arrow carries its content, as in chemistry. */
function groupedOf(element: Element): string {
  const sign = valueOf(element, 'm:groupChrPr', 'm:chr') ?? '\u23DF';
  const isTop = valueOf(element, 'm:groupChrPr', 'm:pos') === 'top';
  const inner = part(element, 'm:e');
  const arrow = stretched[sign];
  const isOver = isTop && valueOf(element, 'm:groupChrPr', 'm:vertJc') === 'bot';
  if (arrow && isOver) return `${sign === '\u2190' ? '\\overleftarrow' : '\\overrightarrow'}${group(inner)}`;
  if (arrow) return isTop ? `${arrow}[${inner.replaceAll(']', '{]}').trim()}]{}` : `${arrow}${group(inner)}`;
  const command = isTop ? overSigns[sign] : underSigns[sign];
  if (command) return `${command.replace('bracket', 'brace')}${group(inner)}`;
  return `\\${isTop ? 'overset' : 'underset'}${group(texOfCharacter(sign))}${group(inner)}`;
}

function limitOf(element: Element, isUpper: boolean): string {
  const [inner, limit] = [trimmed(part(element, 'm:e')), part(element, 'm:lim')];
  const takesLimits =
    /^\\(?:lim|max|min|sup|inf|limsup|liminf|det|gcd|Pr|sum|prod|coprod|big\w+|underbrace|overbrace|operatorname)(?![A-Za-z])/.test(inner);
  if (takesLimits) return `${inner}${isUpper ? '^' : '_'}${group(limit)}`;
  const [, arrow] = /^(\\x\w+)\{.*\}$/s.exec(inner) ?? [];
  if (arrow && !isUpper) return `${arrow}[${trimmed(limit)}]${inner.slice(arrow.length)}`;
  return `\\${isUpper ? 'overset' : 'underset'}${group(limit)}${group(inner)}`;
}

const converters: Readonly<Record<string, (element: Element) => string>> = {
  'm:r': runOf,
  'm:f': (element) => {
    const [num, den, type] = [part(element, 'm:num'), part(element, 'm:den'), valueOf(element, 'm:fPr', 'm:type')];
    if (type === 'lin') return `${trimmed(num)}/${base(den)}`;
    if (type === 'skw') return `{}^${group(num)}\\!/\\!_${group(den)}`;
    return type === 'noBar' ? `\\genfrac{}{}{0pt}{}${group(num)}${group(den)}` : `\\frac${group(num)}${group(den)}`;
  },
  'm:rad': (element) => {
    const degree = trimmed(part(element, 'm:deg'));
    const hasDegree = degree !== '' && !isOn(element, 'm:radPr', 'm:degHide');
    return `\\sqrt${hasDegree ? `[${degree.includes(']') ? group(degree) : degree}]` : ''}${group(part(element, 'm:e'))}`;
  },
  'm:sSup': (element) => `${base(part(element, 'm:e'))}^${raised(part(element, 'm:sup'))}`,
  'm:sSub': (element) => `${base(part(element, 'm:e'))}_${group(part(element, 'm:sub'))}`,
  'm:sSubSup': (element) => `${base(part(element, 'm:e'))}_${group(part(element, 'm:sub'))}^${raised(part(element, 'm:sup'))}`,
  'm:sPre': (element) => `{}_${group(part(element, 'm:sub'))}^${raised(part(element, 'm:sup'))}${base(part(element, 'm:e'))}`,
  'm:nary': naryOf,
  'm:d': delimitedOf,
  'm:m': (element) => environment('matrix', rowsOf(element)),
  'm:eqArr': (element) => environment('aligned', equationsOf(element, 20)),
  'm:func': (element) => {
    const name = trimmed(part(element, 'm:fName'));
    const word = /^(?:\\mathrm\{)?([A-Za-z]+)\}?$/.exec(name)?.[1];
    const isKnown = word !== undefined && functionNames.test(word) && word !== 'cosec';
    const command = isKnown ? `\\${word}` : word !== undefined && word.length > 1 ? `\\operatorname{${word}}` : name;
    return `${command} ${part(element, 'm:e')}`;
  },
  'm:acc': accentOf,
  'm:bar': (element) => `${valueOf(element, 'm:barPr', 'm:pos') === 'top' ? '\\overline' : '\\underline'}${group(part(element, 'm:e'))}`,
  'm:groupChr': groupedOf,
  'm:limLow': (element) => limitOf(element, false),
  'm:limUpp': (element) => limitOf(element, true),
  'm:box': (element) => part(element, 'm:e'),
  'm:borderBox': (element) => {
    const isStruck = (name: string) => isOn(element, 'm:borderBoxPr', name);
    const inner = group(part(element, 'm:e'));
    if (isStruck('m:strikeBLTR') && isStruck('m:strikeTLBR')) return `\\xcancel${inner}`;
    if (isStruck('m:strikeBLTR')) return `\\cancel${inner}`;
    if (isStruck('m:strikeTLBR')) return `\\bcancel${inner}`;
    return isStruck('m:strikeH') ? `\\sout${inner}` : `\\boxed${inner}`;
  },
  'm:phant': (element) =>
    /^(?:0|off|false)$/i.test(valueOf(element, 'm:phantPr', 'm:show') ?? '')
      ? `\\phantom${group(part(element, 'm:e'))}`
      : part(element, 'm:e'),
};

const isProperty = (name: string): boolean => name.endsWith('Pr') || name === 'w:bookmarkStart' || name === 'w:bookmarkEnd';

/** The TeX of the children of an element of Office Math. */
function texOf(element: Element): string {
  let tex = '';
  for (const child of elementsOf(element)) {
    if (isProperty(child.name)) continue;
    const convert = converters[child.name];
    const one = convert ? convert(child) : texOf(child);
    const needsBase = /^\s*['^_]/.test(one) && /(?:[_^]\{[^{}]*\}|'|\})\s*$/.test(tex);
    tex += needsBase ? `{}${one}` : one;
  }
  return tex;
}

/** TeX without blanks that separate nothing. */
const tidy = (tex: string): string =>
  tex
    .replaceAll(/(?<!\\) +(?=[}^_&,.;:)\]])/g, '')
    .replaceAll(/([^A-Za-z\\]) +(?=[({[])/g, '$1')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/(?:\\ ){3,}/g, '\\quad ')
    .replace(/(?:\\ )+$/, '')
    .trim();

/** The TeX of an `m:oMath`, or of the formulas of an `m:oMathPara`, one below the other. */
export function texOfOmml(element: Element): string {
  const formulas = element.name === 'm:oMathPara' ? childrenNamed(element, 'm:oMath') : [element];
  const lines = formulas.map((formula) => tidy(texOf(formula))).filter((tex) => tex !== '');
  return lines.length <= 1 ? (lines[0] ?? '') : `\\begin{gathered}${lines.join(' \\\\ ')}\\end{gathered}`;
}
