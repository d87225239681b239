import type { BankContent, BankFigure } from '@abhyas/contract/bank/bank-content';

/** A field that differs between two texts, each side as words. */
export interface Difference {
  field: string;
  before: string;
  after: string;
}

/** A part of a text: in both texts, or in one of them. */
export interface Part {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

const typeWords = {
  four_options: 'One option is correct',
  numerical: 'Numerical answer',
  multiple_option: 'One or more options are correct',
  comprehension: 'Question about a passage',
} as const;

const wordsOfFigure = (figure: BankFigure | null | undefined) =>
  figure ? `Picture: ${figure.alt}, size ${figure.size}, ${figure.hash.slice(0, 8)}` : '';
const wordsOfKey = (key: BankContent['keys'][number]): string => {
  if (Array.isArray(key)) return key.join(', ');
  if (typeof key === 'object') return `${key.from} to ${key.to}`;
  return String(key);
};

/** A translation in one text, a field a line. */
const wordsOfHindi = (hi: NonNullable<BankContent['translations']>['hi']): string => {
  const { text = '', options = [], notes = '', hint = '', solution = '', alt = {} } = hi ?? {};
  const pictures = [alt.figure ?? '', ...(alt.options ?? []), alt.solution_figure ?? ''];
  return [text, ...options, notes, hint, solution, ...pictures].filter((words) => words !== '').join('\n');
};

/** The fields of a question as words, in the order of the form. */
function wordsOf(content: BankContent, topicName: (id: number | null) => string): [field: string, words: string][] {
  return [
    ['Topic', topicName(content.topic_id)],
    ['Type', typeWords[content.type]],
    ['Difficulty', String(content.difficulty)],
    ['Use', content.for === 'practice' ? 'Practice' : 'Papers'],
    ['Passage', content.passage_id === null ? '' : `Passage ${content.passage_id}`],
    ['Question', content.text],
    ['Picture', wordsOfFigure(content.figure)],
    ...content.options.map((option, at): [string, string] => [`Option ${at + 1}`, option]),
    ...content.option_figures.map((figure, at): [string, string] => [`Picture of option ${at + 1}`, wordsOfFigure(figure)]),
    ['Layout of the options', ['In a row', 'In a column', 'Two by two'][content.options_layout] ?? ''],
    ['Answer', content.keys.map(wordsOfKey).join(' or ')],
    ['Decimal places', String(content.precision)],
    ['Note', content.notes],
    ['Hint', content.hint ?? ''],
    ['Solution', content.solution],
    ['Picture of the solution', wordsOfFigure(content.solution_figure)],
    ['Hindi', wordsOfHindi(content.translations?.hi)],
    ['Video', content.video],
    ['Syllabus', content.not_asked_since === null ? 'As its topic' : JSON.stringify(content.not_asked_since)],
  ];
}

/** The fields in which two texts of a question differ. */
export function differencesOf(before: BankContent, after: BankContent, topicName: (id: number | null) => string): Difference[] {
  const others = new Map(wordsOf(after, topicName));
  return wordsOf(before, topicName).flatMap(([field, words]) => {
    const other = others.get(field) ?? '';
    return words === other ? [] : [{ field, before: words, after: other }];
  });
}

const mostWords = 1500;

/** The parts of two texts, by words: the longest common words stay. Texts of more than 1,500 words differ as a whole. */
export function partsOf(before: string, after: string): Part[] {
  const [a, b] = [before, after].map((text) => text.split(/(?<=\s)/).filter((word) => word !== ''));
  if (!a || !b || a.length > mostWords || b.length > mostWords)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        a[i] === b[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0);
  const parts: Part[] = [];
  const add = (kind: Part['kind'], text: string) => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else parts.push({ kind, text });
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && a[i] === b[j]) {
      add('same', a[i] ?? '');
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))) {
      add('removed', a[i] ?? '');
      i += 1;
    } else {
      add('added', b[j] ?? '');
      j += 1;
    }
  }
  return parts;
}
