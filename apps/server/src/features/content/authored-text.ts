import katex from 'katex';
import 'katex/contrib/mhchem';

const allowedTag = /^<\/?(?:b|i|u|sub|sup|br|p|ul|ol|li|table|thead|tbody|tr|th|td)\s*\/?>/;
const entity = /^&(?:[a-z]{2,8}|#\d{2,6});/i;
const tex = /\\\(([\s\S]*?)\\\)|\\\[([\s\S]*?)\\\]/g;

function faultOfTex(source: string, displayMode: boolean): string | undefined {
  // Authors write &lt; and &amp; inside TeX too; the browser hands KaTeX the characters themselves.
  const plain = source.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  try {
    katex.renderToString(plain, {
      displayMode,
      throwOnError: true,
      trust: ({ command }) => {
        throw new Error(`${command} is not allowed`);
      },
      strict: (code: string) => (code === 'unicodeTextInMathMode' ? 'ignore' : 'error'),
    });
    return undefined;
  } catch (error) {
    // mhchem throws plain arrays for some faults.
    return `TeX does not render: ${error instanceof Error ? error.message : String(error)} in ${source}`;
  }
}

/** Faults of an authored text: tags that are not allowed, bare `<` `>` `&`, dollar maths, TeX that does not render. */
export function faultsOfText(text: string): string[] {
  const faults: string[] = [];
  for (const [, inline, displayed] of text.matchAll(tex)) {
    const source = inline ?? displayed ?? '';
    const fault = faultOfTex(source, displayed !== undefined);
    if (fault) faults.push(fault);
    // The page reads HTML before TeX, and would take it for a tag.
    if (/[<>]/.test(source)) faults.push(`Write &lt; and &gt; in TeX too, or \\lt and \\gt: ${source}`);
  }
  const prose = text.replaceAll(tex, ' ');
  if (/\\[()[\]]/.test(prose)) faults.push('A TeX bracket has no partner');
  if (/\\[a-z]+/i.test(prose)) faults.push(`TeX outside its brackets: ${/\\[a-z]+/i.exec(prose)?.[0]}`);
  if (prose.includes('$')) faults.push('Write TeX between \\( and \\), not between dollars');
  for (const { 0: character, index } of prose.matchAll(/[<&]/g)) {
    const rest = prose.slice(index);
    if (character === '<' && !allowedTag.test(rest)) faults.push(`Not an allowed tag: ${rest.slice(0, 20)}`);
    if (character === '&' && !entity.test(rest)) faults.push(`A bare & must be written &amp;: ${rest.slice(0, 20)}`);
  }
  if (prose.replaceAll(/<[^<>]*>/g, '').includes('>')) faults.push('A bare > must be written &gt;');
  const open: string[] = [];
  for (const [, slash, tag] of prose.matchAll(/<(\/?)([a-z]+)\s*\/?>/g)) {
    if (tag === 'br' || tag === undefined) continue;
    if (!slash) open.push(tag);
    else if (open.pop() !== tag) faults.push(`</${tag}> closes what is not open`);
  }
  if (open.length > 0) faults.push(`<${open.join('>, <')}> is not closed`);
  return faults;
}
