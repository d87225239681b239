import { expect, test } from 'vitest';
import { mostAtOnce, PersonTurns } from './person-turns.ts';

test.each([
  ['a few', mostAtOnce, undefined],
  ['as many as are named', 2, 2],
])(
  'only %s calls of a person run at once; further calls wait for one to end, also by a failure, and delay nobody else',
  async (_few, most, named) => {
    const turns = new PersonTurns(named);
    const begun: string[] = [];
    const ends: ((isRight: boolean) => void)[] = [];
    const call = (person: string, name: string) =>
      turns
        .run(person, () => {
          begun.push(name);
          return new Promise<void>((resolve, reject) => {
            ends.push((isRight) => (isRight ? resolve() : reject(new Error('failed'))));
          });
        })
        .catch(() => {});
    const calls = Array.from({ length: most + 2 }, (_none, at) => call('asha', `asha ${at}`));
    calls.push(call('dev', 'dev'));
    expect(begun).toEqual([...Array.from({ length: most }, (_none, at) => `asha ${at}`), 'dev']);
    ends[0]?.(true);
    await calls[0];
    ends[1]?.(false);
    await calls[1];
    expect(begun.slice(-2)).toEqual([`asha ${most}`, `asha ${most + 1}`]);
    for (const end of ends) end(true);
    await Promise.all(calls);
  },
);
