import type { QuestionFault } from '@abhyas/contract/bank/authored-keys';
import { type BankContent, type PassageContent } from '@abhyas/contract/bank/bank-content';
import { faultsOfContent, faultsOfPassage } from '@abhyas/contract/bank/content-faults';
import { openAside } from '../../../threads/aside.ts';
import { faultsOfPicture } from '../pictures/pictures.ts';
import type { Untrusted } from './content-worker.ts';

const checkAside = openAside<Untrusted, QuestionFault[]>(new URL('./content-worker.ts', import.meta.url), {
  memory: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 24 },
  mostMs: 15_000,
  mostWaiting: 16,
  words: 'This text takes too long to typeset. Split its formulas.',
});

/** Whether a text has formulas, which take long to typeset, or a translation, which is compared with it. */
const takesLong = (value: object) => /\\\\[([]|"translations":\{"/.test(JSON.stringify(value));

/** The faults of a question, found outside the event loop if they take long. Throws `not_possible` and `busy`. */
export const faultsOfQuestion = async (content: BankContent): Promise<QuestionFault[]> =>
  takesLong(content) ? checkAside({ content }) : faultsOfContent(content);

export const faultsOfPassageText = async (passage: PassageContent): Promise<QuestionFault[]> =>
  takesLong(passage) ? checkAside({ passage }) : faultsOfPassage(passage);

/** The faults of a picture; those of a drawing are found outside the event loop. */
export const faultsOfBytes = async (ending: string, bytes: Buffer): Promise<string[]> =>
  ending === 'svg' ? (await checkAside({ ending, bytes })).map(({ what }) => what) : faultsOfPicture(ending, bytes);
