/** The characters of the font Symbol from 0x20 on, in which old documents write Greek letters and signs. */
const symbols =
  ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼' +
  ' '.repeat(33) +
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ ⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭';

/** The character that a code of the font Symbol shows; Word stores codes in the private area from U+F000 on. */
export function symbolOf(code: number): string | undefined {
  const place = (code >= 0xf000 ? code - 0xf000 : code) - 0x20;
  const sign = [...symbols][place];
  return sign === ' ' && place !== 0 ? undefined : sign;
}

/** The text of a run in the font Symbol. */
export const textOfSymbols = (text: string): string => [...text].map((sign) => symbolOf(sign.codePointAt(0) ?? 0) ?? sign).join('');

/** Signs of the private area in other fonts: Word writes Symbol's characters so even where the run names no font. */
export const withoutPrivateSigns = (text: string): string =>
  text.replaceAll(/[\uF020-\uF0FE]/g, (sign) => symbolOf(sign.charCodeAt(0)) ?? sign);
