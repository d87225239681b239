import { expect, test } from 'vitest';
import { mostAtOnce, PersonTurns } from './person-turns.ts';

test('only a few calls of a person run at once; further calls wait for one to end, also by a failure, and delay nobody else', async () => {
  const turns = new PersonTurns();
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
  const calls = Array.from({ length: mostAtOnce + 2 }, (_none, at) => call('asha', `asha ${at}`));
  calls.push(call('dev', 'dev'));
  expect(begun).toEqual([...Array.from({ length: mostAtOnce }, (_none, at) => `asha ${at}`), 'dev']);
  ends[0]?.(true);
  await calls[0];
  ends[1]?.(false);
  await calls[1];
  expect(begun.slice(-2)).toEqual([`asha ${mostAtOnce}`, `asha ${mostAtOnce + 1}`]);
  for (const end of ends) end(true);
  await Promise.all(calls);
});
