import { expect, test } from 'vitest';
import { itemsOf } from './testing/items-of.ts';

const read = (text: string, more: Record<string, Uint8Array> = {}) => itemsOf({ 'set/set.md': text, ...more }, 'markdown');

test('questions of Markdown keep emphasis, formulas, tables and pictures', async () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
  const text = `# Optics

**1.** A *thin* lens has $f_1 = 2 * 3$ and $f_2$, see ![a lens](pictures/lens.png).

| t | v |
|---|---|
| 1 | 2 |

$$
x_1 < \\frac{1}{2}
$$

- (a) $\\alpha_1$
- (b) **2**
- (c) 3
- (d) 4

**Answer:** (b)

**Solution:** Since *so*,
it is.

## 2. Next?
A) 1
B) 2
C) 3
D) 4
Answer: C
`;
  const items = await read(text, { 'set/pictures/lens.png': png });
  expect(items).toMatchObject([
    {
      place: 'Question 1',
      question: {
        topic: 'Optics',
        figure: 0,
        options: ['\\(\\alpha_1\\)', '<b>2</b>', '3', '4'],
        keys: [2],
        solution: 'Since <i>so</i>,<br>it is.',
      },
      pictures: [{ alt: 'a lens' }],
      notices: [],
    },
    { place: 'Question 2', question: { text: 'Next?', keys: [3] } },
  ]);
  expect(items[0]?.question?.text).toBe(
    'A <i>thin</i> lens has \\(f_1 = 2 * 3\\) and \\(f_2\\), see .\n\n<table><tr><th>t</th><th>v</th></tr><tr><td>1</td><td>2</td></tr></table>\n\n\\[x_1 &lt; \\frac{1}{2}\\]',
  );
});

test('the ticked box of a task list is the correct option', async () => {
  const items = await read('1. Which?\n- [ ] a) 1\n- [x] b) 2\n- [ ] c) 3\n- [ ] d) 4\n');
  expect(items.map(({ question }) => [question?.options, question?.keys])).toEqual([[['1', '2', '3', '4'], [2]]]);
});

test('plain text is read in the same way, with keys at the end', async () => {
  const items = await itemsOf(
    { 'set.txt': 'Q1) One?\n(1) a\n(2) b\n(3) c\n(4) d\nQ2) How many?\n\nANSWERS\n1 - (3)\n2 - 7.5\n' },
    'markdown',
  );
  expect(items.map(({ question }) => question?.keys)).toEqual([[3], ['7.5']]);
});
