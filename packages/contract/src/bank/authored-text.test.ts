import { describe, expect, test } from 'vitest';
import { faultsOfText } from './authored-text.ts';

describe('an authored text', () => {
  test.each([
    ['plain words', 'How high does it rise?'],
    ['allowed tags', '<p>a <b>b</b><br>c<br/> <sub>2</sub></p><ul><li>d</li></ul><table><tbody><tr><td>e</td></tr></tbody></table>'],
    ['entities', 'a &lt; b &amp; c &gt; d &nbsp; &#8377; &#169;'],
    ['inline and displayed TeX', String.raw`\(x^2 \lt y\) and \[\int_0^1 x\,\mathrm{d}x\]`],
    ['chemistry', String.raw`\(\ce{2H2 + O2 -&gt; 2H2O}\), \(\ce{SO4^2-}\), \(\pu{5 mol dm-3}\)`],
    ['letters of other scripts', 'गति कितनी है? \\(५ \\text{ मी}\\)'],
    ['an escaped entity in TeX', String.raw`\(a &lt; b\)`],
  ])('of %s has no fault', (_what, text) => expect(faultsOfText(text)).toEqual([]));

  test.each([
    ['a tag that is not allowed', 'a <script>b</script>', /Not an allowed tag: <script>/],
    ['a tag with an attribute', '<p style="x">a</p>', /Not an allowed tag/],
    ['a tag in capitals', '<B>a</B>', /Not an allowed tag/],
    ['a comment', 'a <!-- b -->', /Not an allowed tag/],
    ['a bare less-than', 'a < b', /Not an allowed tag: < b/],
    ['a bare greater-than', 'a > b', /bare > must be written &gt;/],
    ['a bare ampersand', 'a & b', /bare & must be written &amp;/],
    ['an ampersand before letters', 'R&D', /bare & must be written &amp;/],
    ['an open tag', '<p>a', /<p> is not closed/],
    ['a closing tag too many', 'a</p>', /<\/p> closes what is not open/],
    ['tags that cross', '<b><i>a</b></i>', /closes what is not open/],
    ['dollar maths', 'Find $x$', /not between dollars/],
    ['a TeX bracket without partner', String.raw`\(x + 1`, /no partner/],
    ['TeX outside its brackets', String.raw`\frac{1}{2} of it`, /TeX outside its brackets: \\frac/],
    ['an unknown command', String.raw`\(\nonsense{1}\)`, /TeX does not render/],
    ['an unbalanced brace', String.raw`\(\frac{1}{2\)`, /TeX does not render/],
    ['a command without its argument', String.raw`\[\sqrt\]`, /TeX does not render/],
    ['chemistry with a fault', String.raw`\(\ce{H2O\)`, /TeX does not render/],
    ['a comparison in TeX that HTML would take for a tag', String.raw`\(a<b\)`, /Write &lt; and &gt; in TeX too, or \\lt and \\gt: a<b/],
    ['a link in TeX', String.raw`\(\href{javascript:alert(1)}{x}\)`, /TeX does not render/],
    ['HTML in TeX', String.raw`\(\htmlData{a=b}{x}\)`, /TeX does not render/],
    ['a picture in TeX', String.raw`\(\includegraphics{https://evil.example/x.png}\)`, /TeX does not render/],
  ])('with %s has a fault', (_what, text, says) => {
    const faults = faultsOfText(text);
    expect(
      faults.some((fault) => says.test(fault)),
      faults.join('; '),
    ).toBe(true);
  });

  const repeated = (part: string, times: number, end = '') => `${part.repeat(times)}x${end.repeat(times)}`;
  test.each([
    [
      'chemistry of many reactions',
      `\\(\\ce{${repeated('A <=> B ', 40)}}\\)`,
      /^The formula with .ce or .pu has more than 300 characters: split it: .ce\{A <=> B/,
    ],
    ['units in units', `\\(${repeated('\\pu{', 60, '}')}\\)`, /more than 300 characters/],
    ['units over units', `\\(\\pu{${repeated('(1/2)', 1000)}}\\)`, /more than/],
    ['a long sum', `\\(${repeated('x_1+', 400)}\\)`, /^The formula has more than 1500 characters/],
    ['a short source that typesets large', `\\[\\begin{matrix}${'\\vec{a}&'.repeat(150)}a\\end{matrix}\\]`, /too large to typeset/],
    ['exponents of exponents', `\\(${repeated('x^{', 30, '}')}\\)`, /braces nested more than 20 deep/],
    ['tags in tags', repeated('<b>', 13).replace('x', `x${'</b>'.repeat(13)}`), /^Tags are nested 13 deep; 12 are enough$/],
  ])('of %s, which takes long to typeset, is refused', (_what, text, says) => {
    expect(faultsOfText(text).join('\n')).toMatch(says);
  });

  test('with a fault in its chemistry is quoted as the author wrote it, not as mhchem expands it', () => {
    expect(faultsOfText(String.raw`\(\ce{A_{2} + \nonsense -&gt; B}\)`)).toEqual([
      String.raw`TeX does not render: Undefined control sequence: \nonsense, in \ce{A_{2} + \nonsense -&gt; B}`,
    ]);
  });

  test('has each of its faults listed', () => {
    expect(faultsOfText(String.raw`<u>a & \(\bad\) $b$`)).toHaveLength(4);
  });

  test('has a repeated fault listed once, and at most 20 faults', () => {
    expect(faultsOfText(`${'& '.repeat(6000)}${'x'.repeat(20)}`).filter((fault) => fault.endsWith('& & & & & & & & & & '))).toHaveLength(1);
    expect(faultsOfText('&'.repeat(6000)).length).toBeLessThanOrEqual(20);
    expect(faultsOfText(Array.from({ length: 6000 }, (_none, at) => `&${at} `).join(''))).toHaveLength(20);
  });
});
