// Worker thread of `content-aside.ts`: it gets a question, a passage or a drawing, and returns the faults.
import type { BankContent, PassageContent } from '@abhyas/contract/bank/bank-content';
import { faultsOfContent, faultsOfPassage } from '@abhyas/contract/bank/content-faults';
import { answerAside } from '../../../threads/aside.ts';
import { faultsOfPicture } from '../pictures/pictures.ts';

export type Untrusted = { content: BankContent } | { passage: PassageContent } | { ending: string; bytes: Uint8Array };

await answerAside((input: Untrusted) => {
  if ('content' in input) return faultsOfContent(input.content);
  if ('passage' in input) return faultsOfPassage(input.passage);
  return faultsOfPicture(input.ending, Buffer.from(input.bytes)).map((what) => ({ path: ['bytes'], what }));
});
