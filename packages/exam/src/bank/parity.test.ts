import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parityFindings, type QuestionWords, withAsciiDigits } from './parity.ts';

const whats = (source: QuestionWords, translated: QuestionWords) =>
  parityFindings(source, translated).map(({ path, kind, level }) => `${level} ${kind} ${path.join('.')}`);

const cases: [title: string, source: string, translated: string, findings: string[]][] = [
  ['the same in both', 'A body of mass 5 kg falls.', '5 kg द्रव्यमान का एक पिंड गिरता है।', []],
  ['Devanagari digits', 'A body of mass 5 kg falls.', '५ kg द्रव्यमान का एक पिंड गिरता है।', []],
  ['another number', 'A body of mass 5 kg falls.', '6 kg द्रव्यमान का एक पिंड गिरता है।', ['fault number text', 'fault number text']],
  ['a lost sign', 'The charge is -2 here.', 'यहाँ आवेश 2 है।', ['fault number text', 'fault number text']],
  ['another unit', 'It runs 5 km.', 'वह 5 m दौड़ता है।', ['fault unit text', 'fault unit text']],
  ['a unit in words', 'Find the time, in seconds.', 'समय सेकंड में ज्ञात कीजिए।', []],
  ['a lost unit in words', 'Find the time, in seconds.', 'समय ज्ञात कीजिए।', ['fault unit text']],
  ['another formula', String.raw`Solve \(x^2 = 4\).`, String.raw`\(x^3 = 4\) हल कीजिए।`, ['fault formula text', 'fault formula text']],
  ['blanks in a formula', String.raw`Solve \(x^2 = 4\).`, String.raw`\(x^2=4\) हल कीजिए।`, []],
  ['words in a formula', String.raw`\(v_{\text{max}}\) is asked`, String.raw`\(v_{\text{अधिकतम}}\) पूछा गया है`, []],
  ['another ion', String.raw`Add \(\ce{NO3-}\).`, String.raw`\(\ce{NO2-}\) मिलाइए।`, ['fault formula text', 'fault formula text']],
  ['another compound in prose', 'NaOH is added.', 'KOH मिलाया जाता है।', ['doubt chemistry text', 'doubt chemistry text']],
  ['a lost "not"', 'Which is not a gas?', 'कौन-सी गैस है?', ['fault negation text']],
  ['a kept "not"', 'Which is not a gas?', 'कौन-सी गैस नहीं है?', []],
  ['an added "not"', 'Which is a gas?', 'कौन-सी गैस नहीं है?', ['fault negation text']],
  ['an emphasised "not"', 'Which is NOT a gas?', 'कौन-सी गैस है?', ['doubt chemistry text', 'fault negation text']],
  ['the name of a gate', 'Draw a NOR gate', 'NOR गेट बनाइए', []],
  ['an ordinal', 'One atom in the second, two in the first', 'दूसरे में एक परमाणु, पहले में दो', []],
  ['a word that is not the quantity here', 'Which process does it speed up?', 'वह किस प्रक्रम को तेज करता है?', []],
  ['a kept "except"', 'All are gases except', 'निम्न के अलावा सभी गैसें हैं', []],
  ['a lost "except"', 'All are gases except', 'सभी गैसें हैं', ['fault negation text']],
  ['a kept "incorrect"', 'Choose the incorrect statement', 'असत्य कथन चुनिए', []],
  ['a turned "incorrect"', 'Choose the incorrect statement', 'सत्य कथन चुनिए', ['fault negation text']],
  ['a lost quantity', 'Find the amplitude of the wave', 'तरंग ज्ञात कीजिए', ['doubt term text']],
  ['another quantity', 'Find the amplitude of the wave', 'तरंग की आवृत्ति ज्ञात कीजिए', ['doubt term text']],
  ['a kept quantity', 'Find the amplitude of the wave', 'तरंग का आयाम ज्ञात कीजिए', []],
  ['English left standing', 'Find the wave', 'Find the wave', ['fault script text']],
];

describe('a translation is compared with the English question', () => {
  it.each(cases)('%s', (_title, text, hindi, findings) => {
    expect(whats({ text }, { text: hindi })).toEqual(findings);
  });

  it('options keep their number and their order', () => {
    const source = { text: 'Find it', options: ['1 m', '2 m', '3 m', '4 m'] };
    expect(whats(source, { text: 'ज्ञात कीजिए', options: ['1 m', '2 m', '3 m'] })).toEqual(['fault options options']);
    expect(whats(source, { text: 'ज्ञात कीजिए', options: ['2 m', '1 m', '3 m', '4 m'] }).slice(0, 1)).toEqual(['fault number options.0']);
    expect(whats(source, { text: 'ज्ञात कीजिए', options: ['1 m', '2 m', '2 m', '4 m'] })).toContain('fault options options.2');
  });

  it('a picture is described in both languages, with the same numbers', () => {
    const source = { text: 'Find it', alt: { figure: 'A battery of 12 V' } };
    expect(whats(source, { text: 'ज्ञात कीजिए' })).toEqual(['fault picture alt.figure']);
    expect(whats(source, { text: 'ज्ञात कीजिए', alt: { figure: '12 V की बैटरी' } })).toEqual([]);
    expect(whats(source, { text: 'ज्ञात कीजिए', alt: { figure: '9 V की बैटरी' } })).toEqual([
      'doubt number alt.figure',
      'doubt number alt.figure',
    ]);
  });

  it('a missing solution or hint is a doubt, because the question can be asked without it', () => {
    const source = { text: 'Find it', hint: 'Think', solution: 'It is so' };
    expect(whats(source, { text: 'ज्ञात कीजिए' })).toEqual(['doubt missing hint', 'doubt missing solution']);
  });

  it('numbers and formulas that are copied unchanged never differ', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -9999, max: 9999 }), { maxLength: 6 }),
        fc.array(fc.nat(99), { maxLength: 4 }),
        (numbers, powers) => {
          const parts = [...numbers.map(String), ...powers.map((power) => String.raw`\(x^{${power}}\)`)];
          const hindi = parts.toReversed().join(' और ');
          const kinds = parityFindings({ text: parts.join(' and ') }, { text: `${hindi} हैं` }).map(({ kind }) => kind);
          expect(kinds).not.toContain('number');
          expect(kinds).not.toContain('formula');
        },
      ),
    );
  });

  it('a changed number is always found', () => {
    fc.assert(
      fc.property(fc.nat(99_999), fc.nat(99_999), (one, other) => {
        const kinds = parityFindings({ text: `Take ${one} of it` }, { text: `इसका ${other} लीजिए` }).map(({ kind }) => kind);
        expect(kinds.includes('number')).toBe(one !== other);
      }),
    );
  });

  it('never throws, whatever the texts contain', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        (text, hindi) => void parityFindings({ text, options: [hindi] }, { text: hindi, options: [text] }),
      ),
    );
  });

  it('digits of both scripts are the same', () => {
    fc.assert(
      fc.property(fc.nat(), (number) => {
        const hindi = String(number).replaceAll(/\d/g, (digit) => String.fromCodePoint(0x0966 + Number(digit)));
        expect(withAsciiDigits(hindi)).toBe(String(number));
      }),
    );
  });
});
