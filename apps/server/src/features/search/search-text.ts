/** What a search goes by: the words of a text, and its formulas in one plain form. */
export interface SearchText {
  /** Words parted by blanks, for full-text search. */
  words: string;
  /** Plain forms of the formulas, each once. */
  formulas: string[];
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&#39;': "'" };
const mathsPlaces = /\\\((.*?)\\\)|\\\[(.*?)\\\]/gs;
/** Commands that only set type; what they hold stays. */
const dressing =
  /\\(?:mathrm|mathbf|mathit|mathsf|text|textbf|ce|pu|operatorname|overline|underline|hat|vec|bar|dot|left|right|bigl?|bigr?|Bigl?|Bigr?|displaystyle)(?![a-zA-Z])/g;
const signs: Readonly<Record<string, string>> = {
  times: '*',
  cdot: '*',
  div: '/',
  pm: '+-',
  le: '<=',
  leq: '<=',
  ge: '>=',
  geq: '>=',
  lt: '<',
  gt: '>',
  ne: '!=',
  neq: '!=',
  rightarrow: '->',
  to: '->',
  rightleftharpoons: '<->',
  infty: 'infinity',
  circ: 'deg',
};
const greek: Readonly<Record<string, string>> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  θ: 'theta',
  λ: 'lambda',
  μ: 'mu',
  π: 'pi',
  ρ: 'rho',
  σ: 'sigma',
  ω: 'omega',
  Δ: 'delta',
  Ω: 'omega',
  '×': '*',
  '·': '*',
  '−': '-',
  '→': '->',
  '²': '2',
  '³': '3',
  '₂': '2',
  '₃': '3',
  '₄': '4',
};

/** `\frac{a}{b}` as `a/b` and `\sqrt{a}` as `sqrta`, innermost first; a text nested deeper than this stays as it is. */
function flattened(tex: string): string {
  let text = tex;
  for (let depth = 0; depth < 6; depth += 1) {
    const next = text.replaceAll(/\\(?:frac|tfrac|dfrac)\{([^{}]*)\}\{([^{}]*)\}/g, '$1/$2').replaceAll(/\\sqrt\{([^{}]*)\}/g, 'sqrt$1');
    if (next === text) return text;
    text = next;
  }
  return text;
}

/**
 * One plain form of a formula, however it is written: TeX, chemistry or typed by hand. `\ce{H2SO4}`, `H_2SO_4` and `h2so4` give `h2so4`;
 * `v = u + at` gives `v=u+at`. Read left to right once or a fixed number of times, whatever the text.
 */
export function plainFormula(text: string): string {
  return flattened(
    text
      .slice(0, 500)
      .replaceAll(/\\(?:,|;|:|!| |quad|qquad|\\)/g, ' ')
      .replaceAll(dressing, ''),
  )
    .replaceAll(/[αβγδθλμπρσωΔΩ×·−→²³₂₃₄]/g, (sign) => greek[sign] ?? sign)
    .replaceAll(/\\([a-zA-Z]+)/g, (_whole, name: string) => signs[name] ?? name)
    .replaceAll(/[\s{}_^$\\]/g, '')
    .toLowerCase();
}

/** Words and formulas of authored HTML with TeX. */
export function searchTextOf(html: string): SearchText {
  const formulas = new Set<string>();
  const prose = html.replaceAll(mathsPlaces, (_whole, inline: string | undefined, displayed: string | undefined) => {
    const plain = plainFormula((inline ?? displayed ?? '').replaceAll(/&(?:lt|gt|amp|quot|#39);/g, (entity) => entities[entity] ?? entity));
    if (plain.length > 1) formulas.add(plain);
    return ' ';
  });
  const words = prose
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(?:lt|gt|amp|quot|#39);/g, ' ')
    .replaceAll(/[^\p{L}\p{N}'-]+/gu, ' ')
    .trim();
  return { words, formulas: [...formulas] };
}

/** What a person searched for: words, and what looks like a formula. */
export interface SearchQuery {
  words: string[];
  formulas: string[];
}

const mostWords = 12;
const mostFormulas = 3;
const isFormula = (part: string): boolean => /[\\^_=+*/<>{}]|\d[a-zA-Z]|[a-zA-Z]\d/.test(part) && /[\p{L}\p{N}]/u.test(part);

/** Reads what was typed: TeX between `\(` and `\)` or `$`, parts with signs of a formula, and words. At most 12 words and 3 formulas count. */
export function readSearchQuery(typed: string): SearchQuery {
  const formulas: string[] = [];
  const rest = typed.replaceAll(/\\\((.*?)\\\)|\$([^$]*)\$/gs, (_whole, tex: string | undefined, dollars: string | undefined) => {
    formulas.push(plainFormula(tex ?? dollars ?? ''));
    return ' ';
  });
  // "v = u + at" is one formula, though it has blanks.
  const joined = rest.replaceAll(/\s*([=+*/<>^])\s*/g, '$1');
  const words: string[] = [];
  for (const part of joined.split(/\s+/)) {
    if (isFormula(part)) formulas.push(plainFormula(part));
    else words.push(...part.split(/[^\p{L}\p{N}'-]+/u));
  }
  const isWord = (word: string) => /[\p{L}\p{N}]/u.test(word);
  return {
    words: [...new Set(words.filter(isWord).map((word) => word.toLowerCase().slice(0, 40)))].slice(0, mostWords),
    formulas: [...new Set(formulas.filter((formula) => formula.length > 1))].slice(0, mostFormulas),
  };
}
