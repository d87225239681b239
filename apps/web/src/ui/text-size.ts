/** Sizes of all text, as a share of the usual size. The script in the page's head applies the chosen size before the first paint. */
export const textSizes = [
  { value: '90%', label: 'A−', name: /*i18n*/ 'Smaller text' },
  { value: '100%', label: 'A', name: /*i18n*/ 'Usual text' },
  { value: '115%', label: 'A+', name: /*i18n*/ 'Larger text' },
] as const;
export type TextSize = (typeof textSizes)[number]['value'];

const KEY = 'text-size';

export function keptTextSize(): TextSize {
  try {
    const kept = localStorage.getItem(KEY);
    return textSizes.find(({ value }) => value === kept)?.value ?? '100%';
  } catch {
    return '100%';
  }
}

export function applyTextSize(size: TextSize): void {
  document.documentElement.style.fontSize = size === '100%' ? '' : size;
  try {
    localStorage.setItem(KEY, size);
  } catch {
    // Without storage the size applies to this page only.
  }
}
