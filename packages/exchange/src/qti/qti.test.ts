import { describe, expect, test } from 'vitest';
import { itemsOf } from '../testing/items-of.ts';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const codes = (item: { notices: { code: string }[] } | undefined) => item?.notices.map(({ code }) => code);

const two = (declaration: string, body: string, more = '') =>
  `<?xml version="1.0"?><assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="q1" title="T"><responseDeclaration identifier="R" ${declaration}</responseDeclaration><itemBody>${body}</itemBody>${more}</assessmentItem>`;
const choices = (max: number, texts: readonly string[]) =>
  `<choiceInteraction responseIdentifier="R" maxChoices="${max}"><prompt>Which?</prompt>${texts.map((text, at) => `<simpleChoice identifier="c${at + 1}">${text}</simpleChoice>`).join('')}</choiceInteraction>`;
const correct = (...values: string[]) => `<correctResponse>${values.map((value) => `<value>${value}</value>`).join('')}</correctResponse>`;
const readTwo = (xml: string) => itemsOf({ 'q.xml': xml }, 'qti');
const four = ['a', 'b', 'c', 'd'];

describe('an item of QTI 2', () => {
  test('with one correct choice keeps its prompt, formulas and solution', async () => {
    const maths = '<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:msup><m:mi>x</m:mi><m:mn>2</m:mn></m:msup></m:math>';
    const feedback = '<modalFeedback identifier="solution" outcomeIdentifier="F" showHide="show"><p>So&nbsp;it is.</p></modalFeedback>';
    const [item] = await readTwo(
      two(`cardinality="single" baseType="identifier">${correct('c2')}`, `<p>Given ${maths} &amp; more.</p>${choices(1, four)}`, feedback),
    );
    expect(item).toMatchObject({
      place: 'q1 (T)',
      question: { type: 'four_options', text: 'Given \\(x^{2}\\) &amp; more.\n\nWhich?', options: four, keys: [2], solution: 'So it is.' },
      notices: [],
    });
  });

  test('takes its key from a mapping, and reports that different marks are lost', async () => {
    const mapping =
      '<mapping><mapEntry mapKey="c1" mappedValue="1"/><mapEntry mapKey="c3" mappedValue="2"/><mapEntry mapKey="c2" mappedValue="-1"/></mapping>';
    const [item] = await readTwo(two(`cardinality="multiple" baseType="identifier">${mapping}`, choices(0, four)));
    expect([item?.question?.keys, codes(item)]).toEqual([[[1, 3]], ['weights']]);
  });

  test.each([
    ['a value', correct('2.50'), '', ['2.50']],
    [
      'a tolerance',
      correct('10'),
      '<equal toleranceMode="absolute" tolerance="0.5 0.5"><variable identifier="R"/><correct identifier="R"/></equal>',
      [{ from: '9.5', to: '10.5' }],
    ],
    [
      'a range',
      '',
      '<and><gte><variable identifier="R"/><baseValue baseType="float">1</baseValue></gte><lte><variable identifier="R"/><baseValue baseType="float">2</baseValue></lte></and>',
      [{ from: '1', to: '2' }],
    ],
  ])('with a number accepts %s', async (_what, answer, rule, keys) => {
    const body = '<p>How many?</p><p><textEntryInteraction responseIdentifier="R"/></p>';
    const [item] = await readTwo(
      two(
        `cardinality="single" baseType="float">${answer}`,
        body,
        `<responseProcessing><responseCondition><responseIf>${rule}</responseIf></responseCondition></responseProcessing>`,
      ),
    );
    expect(item?.question).toMatchObject({ type: 'numerical', text: 'How many?', keys });
  });

  test.each([
    ['orderInteraction', 'type_not_taken'],
    ['extendedTextInteraction', 'type_not_taken'],
    ['textEntryInteraction', 'type_not_taken'],
  ])('with a %s is listed as refused', async (name, code) => {
    const [item] = await readTwo(two('cardinality="single" baseType="string">', `<p>Do it.</p><${name} responseIdentifier="R"/>`));
    expect([item?.question, codes(item)]).toEqual([null, [code]]);
  });

  test('with two places for an answer, with random numbers or with five choices is listed with its reason', async () => {
    const both = await readTwo(two('cardinality="single">', choices(1, four) + choices(1, four)));
    const drawn = await readTwo(two(`cardinality="single">${correct('c1')}`, choices(1, four), '<templateDeclaration identifier="N"/>'));
    const five = await readTwo(two(`cardinality="single">${correct('c1')}`, choices(1, [...four, 'e'])));
    expect([both, drawn, five].map(([item]) => codes(item))).toEqual([['several_interactions'], ['template'], ['option_count']]);
  });
});

test('a package of QTI 3 gives pictures, passages, and sections in the order of its test', async () => {
  const item = (id: string) =>
    `<qti-assessment-item identifier="${id}"><qti-response-declaration identifier="R" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>c4</qti-value></qti-correct-response></qti-response-declaration><qti-assessment-stimulus-ref identifier="S" href="../passages/p.xml"/><qti-item-body><p>${id}</p><img src="../pictures/a.png" alt="A cell"/><qti-choice-interaction response-identifier="R" max-choices="1">${four.map((text, at) => `<qti-simple-choice identifier="c${at + 1}">${text}</qti-simple-choice>`).join('')}</qti-choice-interaction></qti-item-body></qti-assessment-item>`;
  const items = await itemsOf(
    {
      'imsmanifest.xml': '<manifest/>',
      'items/a.xml': item('first'),
      'items/b.xml': item('second'),
      'passages/p.xml': '<qti-assessment-stimulus><qti-stimulus-body><p>Read this.</p></qti-stimulus-body></qti-assessment-stimulus>',
      'pictures/a.png': png,
      'test.xml':
        '<qti-assessment-test><qti-test-part><qti-assessment-section title="Biology"><qti-assessment-item-ref href="items/b.xml"/><qti-assessment-item-ref href="items/a.xml"/></qti-assessment-section></qti-test-part></qti-assessment-test>',
    },
    'qti',
  );
  expect(items.map(({ place }) => place)).toEqual(['second', 'first']);
  expect(items[1]).toMatchObject({
    question: { type: 'comprehension', topic: 'Biology', figure: 0, keys: [4] },
    passage: { number: 1, text: 'Read this.' },
    pictures: [{ alt: 'A cell' }],
  });
});

describe('a file of QTI 1.2', () => {
  const condition = (test: string, score: number) =>
    `<respcondition><conditionvar>${test}</conditionvar><setvar action="Set">${score}</setvar></respcondition>`;
  const item = (ident: string, response: string, rules: string, more = '') =>
    `<item ident="${ident}">${more}<presentation><material><mattext texttype="text/html">&lt;p&gt;${ident}?&lt;/p&gt;</mattext></material>${response}</presentation><resprocessing>${rules}</resprocessing></item>`;
  const labels = (cardinality: string) =>
    `<response_lid ident="R" rcardinality="${cardinality}"><render_choice>${four.map((text) => `<response_label ident="${text}"><material><mattext>${text}</mattext></material></response_label>`).join('')}</render_choice></response_lid>`;
  const equal = (value: string) => `<varequal respident="R">${value}</varequal>`;
  const field = '<response_str ident="R"><render_fib/></response_str>';
  const read = (...items: string[]) =>
    itemsOf({ 'quiz.xml': `<questestinterop><assessment><section>${items.join('')}</section></assessment></questestinterop>` }, 'qti');

  test('gives single, several and numerical keys', async () => {
    const items = await read(
      item('single', labels('Single'), condition(equal('a'), 0) + condition(equal('c'), 100)),
      item('several', labels('Multiple'), condition(`<and>${equal('a')}<not>${equal('b')}</not>${equal('d')}</and>`, 100)),
      item(
        'number',
        field,
        condition(`<or>${equal('5')}<and><vargte respident="R">4</vargte><varlte respident="R">6</varlte></and></or>`, 100),
      ),
      item('word', field, condition(equal('York'), 100)),
    );
    expect(items.map(({ question, notices }) => [question?.keys, ...notices.map(({ code }) => code)])).toEqual([
      [[3]],
      [[[1, 4]]],
      [[{ from: '4', to: '6' }], 'typed_number'],
      [undefined, 'type_not_taken'],
    ]);
  });

  test('joins a text to the questions that refer to it, and lists a text to which none refers', async () => {
    const child =
      '<itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>parent_stimulus_item_ident</fieldlabel><fieldentry>text</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>';
    const items = await read(
      item('text', '', ''),
      item('lonely', '', ''),
      item('child', labels('Single'), condition(equal('b'), 1), child),
    );
    expect(items.map(({ passage, notices }) => [passage?.text, ...notices.map(({ code }) => code)])).toEqual([
      ['text?'],
      [undefined, 'description'],
    ]);
  });
});
