export interface Symbol {
  /** The label of the button. */
  sign: string;
  /** The name for screen readers. */
  name: string;
  /** The inserted source; `|` marks where the selection or the caret will be. */
  source: string;
}

const tex = (sign: string, name: string, source: string): Symbol => ({ sign, name, source });

/** The palette: source that authors seldom know by heart. Nothing else of a text is changed. */
export const symbolGroups: readonly { name: string; symbols: readonly Symbol[] }[] = [
  {
    name: 'Formula',
    symbols: [
      tex('\\( \\)', 'formula in the line', String.raw`\(|\)`),
      tex('\\[ \\]', 'formula on a line of its own', String.raw`\[|\]`),
      tex('a⁄b', 'fraction', String.raw`\frac{|}{}`),
      tex('√', 'root', String.raw`\sqrt{|}`),
      tex('xⁿ', 'power', '^{|}'),
      tex('xₙ', 'index', '_{|}'),
      tex('v⃗', 'vector', String.raw`\vec{|}`),
      tex('ō', 'mean', String.raw`\bar{|}`),
      tex('m s⁻¹', 'unit', String.raw`\ \mathrm{|}`),
      tex('H₂O', 'chemistry', String.raw`\(\ce{|}\)`),
    ],
  },
  {
    name: 'Signs',
    symbols: [
      tex('×', 'times', String.raw`\times `),
      tex('±', 'plus or minus', String.raw`\pm `),
      tex('≤', 'at most', String.raw`\le `),
      tex('≥', 'at least', String.raw`\ge `),
      tex('≠', 'not equal', String.raw`\ne `),
      tex('≈', 'about', String.raw`\approx `),
      tex('∝', 'proportional to', String.raw`\propto `),
      tex('→', 'tends to', String.raw`\to `),
      tex('∞', 'infinity', String.raw`\infty `),
      tex('°', 'degrees', String.raw`^{\circ}`),
      tex('<', 'less than', String.raw`\lt `),
      tex('>', 'greater than', String.raw`\gt `),
    ],
  },
  {
    name: 'Letters',
    symbols: [
      'alpha α',
      'beta β',
      'gamma γ',
      'Delta Δ',
      'epsilon ε',
      'theta θ',
      'lambda λ',
      'mu μ',
      'nu ν',
      'pi π',
      'rho ρ',
      'sigma σ',
      'phi φ',
      'omega ω',
      'Omega Ω',
    ].map((line) => {
      const [name = '', sign = ''] = line.split(' ');
      return tex(sign, name, `\\${name} `);
    }),
  },
  {
    name: 'Calculus',
    symbols: [
      tex('∫', 'integral', String.raw`\int_{|}^{}`),
      tex('Σ', 'sum', String.raw`\sum_{|}^{}`),
      tex('lim', 'limit', String.raw`\lim_{| \to }`),
      tex('d⁄dx', 'derivative', String.raw`\frac{\mathrm{d}|}{\mathrm{d}x}`),
      tex('∂', 'partial', String.raw`\partial `),
      tex('( )', 'matrix', String.raw`\begin{pmatrix}|\end{pmatrix}`),
    ],
  },
];

/** The text with a symbol in place of the selection, and the new selection. */
export function withSymbol(text: string, start: number, end: number, source: string): { text: string; start: number; end: number } {
  const [before = '', after = ''] = source.split('|');
  const selected = text.slice(start, end);
  const inside = source.includes('|') ? selected : '';
  const at = start + before.length;
  return { text: text.slice(0, start) + before + inside + after + text.slice(end), start: at, end: at + inside.length };
}
