import { spokenLanguage, translated } from '../platform/language.ts';

/** A text of the brand: in Hindi, if `brand-in-hindi.json` has it, otherwise marked as English for readers of Hindi. */
export function BrandText({ text }: { text: string }) {
  const shown = translated(text);
  return spokenLanguage() === 'hi' && shown === text ? <span lang="en">{text}</span> : shown;
}
