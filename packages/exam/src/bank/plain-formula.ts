import { beginningOf } from '../institute/cut-text.ts';

/** Commands that change only the typeface: their argument is kept. */
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

/** Replaces `\frac{a}{b}` by `a/b` and `\sqrt{a}` by `sqrta`, innermost first. Deeper nesting than the number of passes stays as it is. */
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
 * The plain form of a formula, the same for TeX, chemistry and hand-typed spellings. `\ce{H2SO4}`, `H_2SO_4` and `h2so4` give `h2so4`;
 * `v = u + at` gives `v=u+at`. The number of passes over the text is fixed.
 */
export function plainFormula(text: string): string {
  return flattened(
    beginningOf(text, 500)
      .replaceAll(/\\(?:,|;|:|!| |quad|qquad|\\)/g, ' ')
      .replaceAll(dressing, ''),
  )
    .replaceAll(/[αβγδθλμπρσωΔΩ×·−→²³₂₃₄]/g, (sign) => greek[sign] ?? sign)
    .replaceAll(/\\([a-zA-Z]+)/g, (_whole, name: string) => signs[name] ?? name)
    .replaceAll(/[\s{}_^$\\]/g, '')
    .toLowerCase();
}
