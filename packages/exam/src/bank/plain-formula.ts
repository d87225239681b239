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
