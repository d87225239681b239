import { keysOfText } from './marks.ts';

/** Keys of a table: rows of numbers above rows of keys, or pairs side by side. */
export function keysOfTable(rows: readonly (readonly string[])[]): { number: number; key: string }[] {
  const isNumber = (text: string | undefined) => /^(?:Q\.?\s?)?\d{1,4}[.)]?$/i.test(text ?? '');
  const isKey = (text: string | undefined) =>
    /^\(?[A-Ea-e1-4]\)?(?:\s?[,&]\s?\(?[A-Ea-e]\)?){0,3}$|^[+\-\u2212]?\d+(?:\.\d+)?$/.test(text ?? '');
  const numberOf = (text: string | undefined) => Number(/\d+/.exec(text ?? '')?.[0] ?? '0');
  const found: { number: number; key: string }[] = [];
  for (let at = 0; at + 1 < rows.length; at += 1) {
    const [numbers, keys] = [rows[at] ?? [], rows[at + 1] ?? []];
    const from = isNumber(numbers[0]) ? 0 : 1;
    const isPair =
      numbers.length - from >= 3 &&
      numbers.slice(from).every((text, place) => text === '' || (isNumber(text) && numberOf(text) === numberOf(numbers[from]) + place));
    if (!isPair || !keys.slice(from).some(isKey)) continue;
    for (const [place, text] of numbers.entries())
      if (place >= from && isKey(keys[place])) found.push({ number: numberOf(text), key: keys[place] ?? '' });
  }
  if (found.length > 0) return found;
  for (const row of rows) {
    const whole = row.flatMap((text) => keysOfText(text));
    if (whole.length > 0 && whole.length >= row.filter((text) => text !== '').length) found.push(...whole);
    else
      for (let at = 0; at + 1 < row.length; at += 2)
        if (isNumber(row[at]) && isKey(row[at + 1])) found.push({ number: numberOf(row[at]), key: row[at + 1] ?? '' });
  }
  return found;
}
