/** `\( … \)` and `\[ … \]` in an authored text; the first group is an inline formula, the second a displayed one. */
export const texInText = /\\\(([\s\S]*?)\\\)|\\\[([\s\S]*?)\\\]/g;

const chemistry = /\\(?:ce|pu)(?![A-Za-z])/;
const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
/** TeX drops the blank after a command, so mhchem would take a following sign for a charge: `2 \alpha + B` would be 2α⁺ B. */
const commandBeforeSign = /(\\[A-Za-z]+)\s+(?=[+-]\s)/g;
/** A line may break at a sum or a relation, never inside a product, because 4.0 × 10⁻³ is one number. */
const product = /\\(times|cdot)(?![A-Za-z])/g;

/** Whether a formula is written for mhchem, which has its own language. */
export const isChemistry = (tex: string): boolean => chemistry.test(tex);

/** The TeX that an author means: HTML entities become characters, and in chemistry a sign between blanks becomes an operator. */
export function texOf(authored: string): string {
  const plain = authored.replaceAll(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);
  return isChemistry(plain) ? plain.replaceAll(commandBeforeSign, '$1{} ') : plain;
}

/** A single `\ce{…}` with an arrow between blanks; the two groups are the part up to the first arrow, and the part after it. */
const equation = /^\s*\\ce\{((?:[^{}]|\{[^{}]*\})*?\s(?:->|<-|<->|<=>|<=>>|<<=>)(?:\[(?:[^[\]]*)\]){0,2})\s+((?:[^{}]|\{[^{}]*\})*)\}\s*$/;

/** The TeX for a formula within a line of text, which does not break inside a product, and in an equation of chemistry after the arrow. */
export function inlineTexOf(authored: string): string {
  const tex = texOf(authored);
  return isChemistry(tex) ? tex.replace(equation, '\\ce{$1}\\;\\allowbreak\\ce{$2}') : tex.replaceAll(product, '\\$1\\nobreak ');
}
