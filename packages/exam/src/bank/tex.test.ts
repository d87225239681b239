import { describe, expect, it } from 'vitest';
import { inlineTexOf, texOf } from './tex.ts';

describe('in chemistry, a sign between blanks after a command stays an operator', () => {
  it.each([
    [String.raw`\ce{2 \alpha + B}`, String.raw`\ce{2 \alpha{} + B}`],
    [String.raw`\ce{^0_{-1}\beta  - \gamma + A}`, String.raw`\ce{^0_{-1}\beta{} - \gamma{} + A}`],
    [String.raw`\ce{\alpha -D-glucose}`, String.raw`\ce{\alpha -D-glucose}`],
    [String.raw`\ce{A ->[\Delta ] B}`, String.raw`\ce{A ->[\Delta ] B}`],
    [String.raw`\alpha + \beta`, String.raw`\alpha + \beta`],
    [String.raw`\cell + 1`, String.raw`\cell + 1`],
  ])('%s', (authored, tex) => expect(texOf(authored)).toBe(tex));
});

describe('a formula within a line of text', () => {
  it.each([
    [String.raw`a &lt; b \times 10`, String.raw`a < b \times\nobreak  10`],
    [String.raw`\pu{4.0 \times 10^3 J}`, String.raw`\pu{4.0 \times 10^3 J}`],
    [String.raw`\ce{A \cdot B}`, String.raw`\ce{A \cdot B}`],
  ])('%s', (authored, tex) => expect(inlineTexOf(authored)).toBe(tex));
});

describe('an equation of chemistry within a line of text may break after its first arrow', () => {
  it.each([
    [String.raw`\ce{A -&gt; B \cdot C}`, String.raw`\ce{A ->}\;\allowbreak\ce{B \cdot C}`],
    [String.raw`\ce{Cu^{2+} + 2e- &lt;=&gt; Cu}`, String.raw`\ce{Cu^{2+} + 2e- <=>}\;\allowbreak\ce{Cu}`],
    [String.raw`\ce{A ->[H+][\Delta] B}`, String.raw`\ce{A ->[H+][\Delta]}\;\allowbreak\ce{B}`],
    [String.raw`\ce{A -> B -> C}`, String.raw`\ce{A ->}\;\allowbreak\ce{B -> C}`],
    [String.raw`\ce{A->B}`, String.raw`\ce{A->B}`],
    [String.raw`K = \ce{A -> B}`, String.raw`K = \ce{A -> B}`],
  ])('%s', (authored, tex) => expect(inlineTexOf(authored)).toBe(tex));
});
