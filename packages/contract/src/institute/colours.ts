// Contents: contrast · the accent in both schemes · the style that sets it

type Colour = readonly [number, number, number];

/** The least contrast of a text with its background (WCAG 2.2, 1.4.3). */
const leastContrast = 4.5;
/** The least contrast on dark backgrounds, on which coloured texts need more contrast to look equally clear. */
const leastDarkContrast = 6.5;
const white: Colour = [255, 255, 255];
const black: Colour = [0, 0, 0];
/** The darkest and the lightest background of the dark scheme (theme.css). */
const darkPage: Colour = [20, 22, 28];
const darkSurface: Colour = [28, 31, 39];

const read = (hex: string): Colour => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Colour;
const write = (colour: Colour): string => `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
/** Mixes two colours: `share` of the first, the rest of the second. */
const mix = (a: Colour, b: Colour, share: number): Colour =>
  a.map((part, at) => part * share + (b[at] ?? 0) * (1 - share)) as unknown as Colour;

/** Relative luminance by WCAG 2.2, 0 to 1. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: Colour, b: Colour): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Contrast of two colours given as `#rrggbb`, 1 to 21. */
export const contrastOf = (a: string, b: string): number => contrast(read(a), read(b));

const softLight = (accent: Colour) => mix(accent, white, 0.1);
const softDark = (accent: Colour) => mix(accent, darkPage, 0.3);
const isReadable = (accent: Colour) => contrast(accent, white) >= leastContrast && contrast(accent, softLight(accent)) >= leastContrast;

/** The colour itself if it is readable on light backgrounds and under white text; otherwise the nearest darker colour that is. */
export function readableAccent(hex: string): string {
  const wanted = read(hex);
  for (let share = 1; share > 0; share -= 0.02) {
    const accent = read(write(mix(wanted, black, share)));
    if (isReadable(accent)) return write(accent);
  }
  return write(black);
}

/** The accent of texts in the dark scheme: the accent, lightened until it is readable on every background of that scheme. */
export function darkAccentOf(hex: string): string {
  const accent = read(hex);
  const grounds = [darkPage, darkSurface, softDark(accent)];
  for (let share = 1; share > 0; share -= 0.02) {
    const light = read(write(mix(accent, white, share)));
    if (grounds.every((ground) => contrast(light, ground) >= leastDarkContrast)) return write(light);
  }
  return write(white);
}

/** Style rules that replace the product's accent in both schemes; print uses the light scheme. */
export function accentStyle(accent: string, accentDark: string): string {
  const filled = `--accent-fill:${accent};--mantine-color-indigo-filled:${accent};--mantine-color-indigo-filled-hover:color-mix(in srgb,${accent} 88%,#000)`;
  const light = `--accent:${accent};--accent-soft:color-mix(in srgb,${accent} 10%,#fff);${filled}`;
  const dark = `--accent:${accentDark};--accent-soft:color-mix(in srgb,${accent} 30%,#14161c);${filled}`;
  return `:root{${light}}@media not print{:root[data-mantine-color-scheme=dark]{${dark}}}`;
}
