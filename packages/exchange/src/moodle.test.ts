import { describe, expect, test } from 'vitest';
import { itemsOf } from './testing/items-of.ts';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString('base64');
const question = (type: string, inner: string) => `<question type="${type}"><name><text>Q</text></name>${inner}</question>`;
const text = (html: string) => `<questiontext format="html"><text><![CDATA[${html}]]></text></questiontext>`;
const answer = (fraction: number, html: string, more = '') =>
  `<answer fraction="${fraction}" format="html"><text><![CDATA[${html}]]></text>${more}</answer>`;
const four = answer(0, 'a') + answer(100, 'b') + answer(0, 'c') + answer(0, 'd');
const read = (inner: string) => itemsOf({ 'quiz.xml': `<?xml version="1.0"?><quiz>${inner}</quiz>` }, 'moodle_xml');
const codes = (item: { notices: { code: string }[] } | undefined) => item?.notices.map(({ code }) => code);

describe('a Moodle XML file', () => {
  test('gives each question its category, solution and pictures', async () => {
    const picture = `<questiontext format="html"><text><![CDATA[<p>See \\(x<2\\)</p><img src="@@PLUGINFILE@@/a%20b.png" alt="A ray">]]></text><file name="a b.png" encoding="base64">${png}</file></questiontext>`;
    const items = await read(
      `<question type="category"><category><text>$course$/top/Physics//Chemistry/Optics</text></category></question>${question(
        'multichoice',
        `${picture}<single>true</single>${four}<generalfeedback format="html"><text>&lt;p&gt;So.&lt;/p&gt;</text></generalfeedback>`,
      )}`,
    );
    expect(items).toMatchObject([
      {
        place: 'Question 1 (Q)',
        question: {
          topic: 'Physics/Chemistry / Optics',
          text: '\\(See\\)'.replace('\\(See\\)', 'See \\(x&lt;2\\)'),
          figure: 0,
          keys: [2],
          solution: 'So.',
        },
        pictures: [{ name: 'a b.png', media_type: 'image/png', alt: 'A ray' }],
        notices: [],
      },
    ]);
  });

  test('takes several correct options', async () => {
    const [item] = await read(
      question(
        'multichoice',
        `${text('Which?')}<single>false</single>${answer(50, 'a')}${answer(-50, 'b')}${answer(50, 'c')}${answer(0, 'd')}`,
      ),
    );
    expect([item?.question?.keys, codes(item)]).toEqual([[[1, 3]], ['weights']]);
  });

  test('takes a number with its tolerance, and reports that units, marks, penalty and hints are lost', async () => {
    const more =
      '<units><unit><unit_name>m</unit_name></unit></units><defaultgrade>4</defaultgrade><penalty>0.5</penalty><hint><text>h</text></hint>';
    const [item] = await read(question('numerical', `${text('How far?')}${answer(100, '2.5', '<tolerance>0.1</tolerance>')}${more}`));
    expect(item?.question?.keys).toEqual([{ from: '2.4', to: '2.6' }]);
    expect(codes(item)).toEqual(['marks', 'penalty', 'hints', 'units']);
  });

  test.each(['truefalse', 'matching', 'essay', 'cloze', 'stack', 'gapselect', 'somethingnew'])(
    'lists a question of the type %s as refused',
    async (type) => {
      const [item] = await read(question(type, text('Why?')));
      expect([item?.question, codes(item)]).toEqual([null, ['type_not_taken']]);
      expect(item?.source).toContain('Why?');
    },
  );

  test('loses only the question that is not well-formed, with a note about the file', async () => {
    const items = await read(
      `${question('multichoice', `${text('One?')}<b>R&D</i>${four}`)}${question('multichoice', `${text('Two?')}${four}`)}`,
    );
    expect(items.map(({ about, question: read }) => [about, read?.keys])).toEqual([
      ['question', undefined],
      ['question', [2]],
      ['file', undefined],
    ]);
  });

  test('reports pictures of other sites, of other forms, and missing ones', async () => {
    const images = '<img src="https://example.org/a.png"><img src="data:image/gif;base64,R0lGODlh"><img src="@@PLUGINFILE@@/gone.png">';
    const [item] = await read(question('multichoice', `${text(`Which?${images}`)}${four}`));
    expect(codes(item)).toEqual(['remote_picture', 'picture_form', 'picture_missing']);
  });

  test('expands no entity of its own document type', async () => {
    const xml = `<!DOCTYPE quiz [<!ENTITY a "secret">]><quiz>${question('multichoice', `<questiontext format="html"><text>A &a; b</text></questiontext>${four}`)}</quiz>`;
    const items = await itemsOf({ 'quiz.xml': xml }, 'moodle_xml');
    expect(items[0]?.question?.text).not.toContain('secret');
  });
});
