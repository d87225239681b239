import { faultsOfText } from '@abhyas/contract/bank/authored-text';
import { describe, expect, test } from 'vitest';
import { Notices } from '../notices.ts';
import { textOfPlain } from './authored.ts';
import { parseHtml, withEscapedSigns } from './html.ts';
import { renderText } from './render.ts';

function render(html: string) {
  const notices = new Notices();
  const { text } = renderText(parseHtml(withEscapedSigns(html)), { notices, dollars: false, picture: () => 0 });
  return { text, losses: notices.list.map(({ code }) => code) };
}

describe('HTML of other programs', () => {
  test.each([
    ['paragraphs', '<p>One</p>\n<p>Two<br>lines</p>', 'One\n\nTwo<br>lines'],
    [
      'meaning in other tags and styles',
      '<em>a</em> <strong>b</strong> <span style="vertical-align: sub">2</span>',
      '<i>a</i> <b>b</b> <sub>2</sub>',
    ],
    ['a list with blocks', '<ul>\n<li><p>a</p><p>b</p></li>\n</ul>', '<ul><li>a<br>b</li></ul>'],
    ['a table', '<table border=1><tr><td>a<td>b</table>', '<table><tr><td>a</td><td>b</td></tr></table>'],
    ['formulas with signs of HTML', String.raw`<p>\(a<b\) and \(x &lt; y &gt; z\)</p>`, String.raw`\(a&lt;b\) and \(x &lt; y &gt; z\)`],
    ['a formula over tags', String.raw`\[x<br>=<b>2</b>\]`, String.raw`\[x =2\]`],
    ['double dollars', 'so $$x^2$$ and $5', String.raw`so \[x^2\] and &#36;5`],
    ['MathML', '<math><mfrac><mi>a</mi><mn>2</mn></mfrac></math>', String.raw`\(\frac{a}{2}\)`],
    ['a backslash and an unclosed bracket', String.raw`C:\temp \( x`, '&#92;'.replace('&#92;', 'C:&#92;temp &#92;( x')],
    ['blocks within inline tags', '<b><p>a</p><p>c</p></b>', '<b>a<br>c</b>'],
    ['entities', 'R&amp;D &eacute; &lt;b&gt;', 'R&amp;D é &lt;b&gt;'],
  ])('%s is kept', (_what, html, text) => {
    expect(render(html)).toMatchObject({ text });
    expect(faultsOfText(text)).toEqual([]);
  });

  test.each([
    ['colour', '<span style="color: red">a</span>'],
    ['strikethrough', '<s>a</s>'],
    ['link', '<a href="https://example.org">a</a>'],
    ['media', '<audio src="a.mp3"></audio>'],
    ['script', '<script>alert(1)</script>'],
    ['form_field', '<input type="text">'],
    ['table_cells', '<table><tr><td colspan="2">a</td></tr></table>'],
    ['code', '<pre>a\nb</pre>'],
  ])('a loss of %s is reported', (code, html) => {
    expect(render(html).losses).toEqual([code]);
  });
});

describe('plain text', () => {
  test.each([
    ['dollars around a formula', 'If $x<3$ then', String.raw`If \(x&lt;3\) then`],
    ['prices', 'from $5 to $10', 'from &#36;5 to &#36;10'],
    ['an escaped dollar', String.raw`a \$5 note`, 'a &#36;5 note'],
    ['an environment', '\\begin{align*}a&=b\\\\c&=d\\end{align*}', '\\[\\begin{align*}a&=b\\\\c&=d\\end{align*}\\]'],
    ['lines', 'a\nb\n\nc', 'a<br>b\n\nc'],
  ])('with %s', (_what, plain, text) => {
    expect(textOfPlain(plain, new Notices())).toBe(text);
    expect(faultsOfText(text)).toEqual([]);
  });
});
