const table = `
α alpha β beta γ gamma δ delta ϵ epsilon ε varepsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa ϰ varkappa λ lambda μ mu µ mu ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho
σ sigma ς varsigma τ tau υ upsilon ϕ phi φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega Ω Omega ∆ Delta
± pm ∓ mp × times ÷ div ⋅ cdot · cdot ∙ bullet • bullet ∘ circ ⊕ oplus ⊖ ominus ⊗ otimes ⊘ oslash ⊙ odot ∗ ast ⋆ star † dagger ‡ ddagger ⨯ times
≤ le ≥ ge ≠ ne ≈ approx ≡ equiv ∼ sim ≃ simeq ≅ cong ∝ propto ≪ ll ≫ gg ≺ prec ≻ succ ⪯ preceq ⪰ succeq ≲ lesssim ≳ gtrsim ⩽ leqslant ⩾ geqslant ≐ doteq ≜ triangleq ≔ coloneqq ≦ leqq ≧ geqq ≢ not\\equiv ≮ nless ≯ ngtr ≰ nleq ≱ ngeq ≉ not\\approx
∈ in ∉ notin ∋ ni ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⊄ not\\subset ⊈ nsubseteq ∪ cup ∩ cap ∅ varnothing ∖ setminus ⊊ subsetneq ⊋ supsetneq ⊎ uplus ⊔ sqcup ⊓ sqcap
∀ forall ∃ exists ∄ nexists ¬ neg ∧ wedge ∨ vee ⊢ vdash ⊨ models ⊥ perp ∥ parallel ∦ nparallel ∣ mid ∤ nmid ∴ therefore ∵ because ∠ angle ∡ measuredangle ⊤ top
→ to ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ⟹ Longrightarrow ⟸ Longleftarrow ⟺ Longleftrightarrow ⟶ longrightarrow ⟵ longleftarrow ⟷ longleftrightarrow ↦ mapsto ⟼ longmapsto ↑ uparrow ↓ downarrow ↕ updownarrow ⇑ Uparrow ⇓ Downarrow ↗ nearrow ↘ searrow ↙ swarrow ↖ nwarrow ↪ hookrightarrow ↩ hookleftarrow ⇌ rightleftharpoons ⇋ leftrightharpoons ⇀ rightharpoonup ⇁ rightharpoondown ↼ leftharpoonup ↽ leftharpoondown ⇄ rightleftarrows ⇆ leftrightarrows ↛ nrightarrow ⇏ nRightarrow ↣ rightarrowtail ↠ twoheadrightarrow
∞ infty ∂ partial ∇ nabla ℏ hbar ħ hbar ℓ ell ℜ Re ℑ Im ℘ wp ℵ aleph ℶ beth Å text{Å} ° degree ′ prime ″ prime\\prime ‴ prime\\prime\\prime … ldots ⋯ cdots ⋮ vdots ⋱ ddots √ surd ∛ sqrt[3]{} □ square ■ blacksquare △ triangle ▵ triangle ▲ blacktriangle ▽ triangledown ▷ triangleright ◁ triangleleft ◊ lozenge ⋄ diamond ♦ diamondsuit ♥ heartsuit ♠ spadesuit ♣ clubsuit ♭ flat ♯ sharp ♮ natural ✓ checkmark ◯ bigcirc ★ bigstar
∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ∯ oiint ∰ oiiint ⋃ bigcup ⋂ bigcap ⋁ bigvee ⋀ bigwedge ⨁ bigoplus ⨂ bigotimes ⨀ bigodot ⨄ biguplus ⨆ bigsqcup
ℝ mathbb{R} ℕ mathbb{N} ℤ mathbb{Z} ℚ mathbb{Q} ℂ mathbb{C} ℙ mathbb{P} ℍ mathbb{H} ℒ mathcal{L} ℱ mathcal{F} ℋ mathcal{H} ℳ mathcal{M} ℛ mathcal{R} ℬ mathcal{B} ℰ mathcal{E} ℐ mathcal{I} ℯ mathit{e} ℎ mathit{h} ⅆ mathit{d} ⅇ mathit{e} ⅈ mathit{i} ⅉ mathit{j} ı imath ȷ jmath
⟨ langle ⟩ rangle 〈 langle 〉 rangle ⌈ lceil ⌉ rceil ⌊ lfloor ⌋ rfloor ‖ Vert ⟦ llbracket ⟧ rrbracket ⟮ lgroup ⟯ rgroup ⊲ vartriangleleft ⊳ vartriangleright ⋈ bowtie ≀ wr ⊏ sqsubset ⊐ sqsupset ⊑ sqsubseteq ⊒ sqsupseteq ≍ asymp ⌢ frown ⌣ smile
`;

/** TeX commands of single characters. A blank must follow, or the next letter would join the command. */
export const commands: ReadonlyMap<string, string> = new Map(
  [...table.trim().matchAll(/(\S) (\S+)(?:\s|$)/gu)].map(([, sign, command]) => [sign ?? '', `\\${command ?? ''}`]),
);

const escapes: Readonly<Record<string, string>> = {
  '#': '\\#',
  $: '\\$',
  '%': '\\%',
  '&': '\\&',
  _: '\\_',
  '{': '\\{',
  '}': '\\}',
  '\\': '\\backslash ',
  '~': '\\sim ',
  '^': '\\wedge ',
  '<': '<',
  '>': '>',
};
const plain: Readonly<Record<string, string>> = {
  '\u2212': '-',
  '\u2010': '-',
  '\u2011': '-',
  '\u2013': '\\text{–}',
  '\u2014': '\\text{—}',
  '\u2061': '',
  '\u2062': '',
  '\u2063': '',
  '\u2064': '',
  '\u200A': '',
  '\u200B': '',
  '\u200C': '',
  '\u200D': '',
  '\u2060': '',
  '\uFEFF': '',
  '\u00AD': '',
  '\u2009': '\\,',
  '\u2006': '\\,',
  '\u2005': '\\:',
  '\u2004': '\\;',
  '\u2002': '\\ ',
  '\u2003': '\\quad ',
  '\u00A0': '\\ ',
  ' ': '\\ ',
  '\u2007': '\\ ',
  '\u205F': '\\:',
  '\t': '\\quad ',
  '\n': ' ',
  "'": "'",
  '\u2019': "'",
  '\u2236': ':',
  '\u2215': '/',
  '\u2044': '/',
  '\u2217': '*',
  '\u2223': '\\mid ',
  '½': '\\frac{1}{2}',
  '¼': '\\frac{1}{4}',
  '¾': '\\frac{3}{4}',
  '⅓': '\\frac{1}{3}',
  '⅔': '\\frac{2}{3}',
  '²': '^{2}',
  '³': '^{3}',
  '¹': '^{1}',
};

/** Ranges of letters whose style is part of the character, each with its command. */
const styled: readonly (readonly [number, number, string])[] = [
  [0x1d400, 0x1d433, '\\mathbf'],
  [0x1d434, 0x1d467, ''],
  [0x1d468, 0x1d49b, '\\boldsymbol'],
  [0x1d49c, 0x1d503, '\\mathcal'],
  [0x1d504, 0x1d537, '\\mathfrak'],
  [0x1d538, 0x1d56b, '\\mathbb'],
  [0x1d56c, 0x1d59f, '\\mathfrak'],
  [0x1d5a0, 0x1d66f, '\\mathsf'],
  [0x1d670, 0x1d6a3, '\\mathtt'],
  [0x1d6a4, 0x1d6a7, ''],
  [0x1d6a8, 0x1d6e1, '\\boldsymbol'],
  [0x1d6e2, 0x1d71b, ''],
  [0x1d71c, 0x1d7c9, '\\boldsymbol'],
  [0x1d7ce, 0x1d7d7, '\\mathbf'],
  [0x1d7d8, 0x1d7e1, '\\mathbb'],
  [0x1d7e2, 0x1d7f5, '\\mathsf'],
  [0x1d7f6, 0x1d7ff, '\\mathtt'],
];

/** Characters that KaTeX typesets within `\text{…}`, and those that it typesets as they are. */
const inText =
  /^[\u0020-\u007E\u00A3\u00A5\u00A9\u00AE\u00B0\u00B7\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u024F\u0400-\u04FF\u0900-\u10FF\u2013\u2014\u2018\u2019\u201C\u201D\u2026\u3000-\u30FF\u4E00-\u9FAF\uAC00-\uD7AF]$/;
const inMaths =
  /^[\u00A7\u00B6\u203C\u2190-\u219B\u219E\u21A0\u21A2-\u21A4\u21A6\u21A9-\u21AE\u21B0\u21B1\u21B6\u21B7\u21BA-\u21C4\u21C6-\u21D5\u21DA\u21DB\u21DD\u21E0\u21E2\u2200-\u2203\u2207-\u2209\u220B\u220C\u220F-\u2214\u2216-\u2219\u221D\u221E\u2220-\u2224\u2226-\u2230\u2234\u2235\u2237\u2239\u223C\u223D\u2240-\u2243\u2245\u2246\u2248\u224A\u224D-\u2261\u2264-\u226C\u226E-\u2273\u2276\u2277\u227A-\u2283\u2286-\u228B\u228E-\u229B\u229D-\u22A3\u22A8-\u22AA\u22AC-\u22AF\u22B6-\u22B8\u22BA-\u22BC\u22C0-\u22C3\u22C5\u22C7-\u22D4\u22D8-\u22DB\u22DE-\u22E1\u22E6-\u22E9\u22EC-\u22EF\u22F1\u231C-\u231F\u2322\u2323\u250C\u2510\u2514\u2518\u2102\u210B-\u2113\u2115\u2118-\u211D\u2124\u2128\u212C\u212D\u2130-\u2133\u2135-\u2138\u2141\u03DD\u2A5E\u2A74\u2A85-\u2A8C\u2A95\u2A96\u2AB5-\u2ABA\u2AC5\u2AC6\u2ACB\u2ACC]$/;

/** Greek capitals that look like Latin ones have no command of their own. */
const likeLatin = new Map([...'ΑΒΕΖΗΙΚΜΝΟΡΤΧ'].map((sign, at) => [sign, 'ABEZHIKMNOPTX'[at] ?? '']));

/** The replacement of a sign that no command of KaTeX shows. */
const unknown = '\\square ';

/** The TeX of one character of a formula, where it stands for itself. */
export function texOfCharacter(sign: string): string {
  const command = commands.get(sign);
  if (command) return `${command} `;
  const known = escapes[sign] ?? plain[sign];
  if (known !== undefined) return known;
  const code = sign.codePointAt(0) ?? 0;
  if (code < 0x80) return code < 0x20 ? '' : sign;
  const latin = likeLatin.get(sign) ?? (sign === 'ο' ? 'o' : undefined);
  if (latin) return `\\mathrm{${latin}}`;
  if (inMaths.test(sign)) return sign;
  if (inText.test(sign)) return `\\text{${sign}}`;
  const style = styled.find(([from, to]) => code >= from && code <= to);
  const letters = sign.normalize('NFKC');
  if (style && letters !== sign) {
    const inner = [...letters].map(texOfCharacter).join('').trim();
    return style[2] && !inner.includes('{') ? `${style[2]}{${inner}}` : `${inner} `;
  }
  // A combining mark is dropped, because the letter before it was converted without it.
  if (/\p{M}|\p{Cf}/u.test(sign)) return '';
  if (letters === sign || letters.length > 4 || letters.startsWith(' ')) return unknown;
  return [...letters].map(texOfCharacter).join('');
}

/** The characters of a text that formulas show as `□`. */
export const signsWithoutTex = (text: string): string[] =>
  [...new Set(text)].filter((sign) => sign > '\u007F' && texOfCharacter(sign).includes(unknown) && !/[□\u25FB]/.test(sign));

/** Text in `\text{…}`; signs that it cannot hold stand between. */
export function texOfText(text: string): string {
  const parts =
    text
      .normalize('NFC')
      .match(
        /[\u0020-\u007E\u00C0-\u024F\u0400-\u04FF\u0900-\u10FF\u2018\u2019\u201C\u201D\u3000-\u30FF\u4E00-\u9FAF\uAC00-\uD7AF]+|[^]/gu,
      ) ?? [];
  return parts.map((part) => (inText.test(part[0] ?? '') ? `\\text{${escapeText(part)}}` : texOfCharacter(part))).join('');
}

const escapeText = (text: string): string =>
  text.replaceAll(
    /[#$%&_{}\\~^]/g,
    (sign) => ({ '\\': '\\textbackslash ', '~': '\\textasciitilde ', '^': '\\textasciicircum ' })[sign] ?? `\\${sign}`,
  );

/** Names of functions that TeX sets upright. */
export const functionNames =
  /^(?:arccos|arcsin|arctan|arg|cos|cosec|cosh|cot|coth|csc|deg|det|dim|exp|gcd|hom|inf|ker|lg|lim|liminf|limsup|ln|log|max|min|Pr|sec|sin|sinh|sup|tan|tanh)$/;
