// A thread that runs the commands of a test.
import { Problem } from '@abhyas/contract/problem';
import { answerAside } from '../threads/aside.ts';

const doings = {
  answer: (text: string) => text.toUpperCase(),
  refuse: () => {
    throw new Problem('refused_file', 'This is refused.');
  },
  'take all memory': () => {
    const held: object[] = [];
    while (true) held.push({ at: held.length });
  },
  'never end': () => {
    while (true);
  },
  'end without an answer': () => process.exit(),
  'go wrong': () => {
    throw new TypeError('This is a defect.');
  },
} as const;

export interface Asked {
  doing: keyof typeof doings;
  text?: string;
}

await answerAside(({ doing, text = '' }: Asked) => doings[doing](text));
