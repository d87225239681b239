import { cropsOfGaps, type GrayPage, trimmed } from '@abhyas/exam/exam-office/crops-of-gaps';
import { type Crop, proposeCrops } from '@abhyas/exam/exam-office/question-crops';
import type { PaperSource } from './paper-source.ts';

/** How the crops were found, and what a person should look at. */
export interface Proposal {
  crops: Crop[];
  by: 'numbers' | 'gaps';
  missing: number[];
  /** Numbers of the pages, from 1, that have no text although others have. */
  pages_without_text: number[];
}

/** Proposes the questions of a paper by their numbers, or by empty paper where the pages have no text. */
export async function proposePaper(source: PaperSource, onPage: (page: number) => void, signal: AbortSignal): Promise<Proposal> {
  const { crops, missing } = proposeCrops(source.pages);
  const grays: GrayPage[] = [];
  for (let page = 0; page < source.pages.length; page += 1) {
    signal.throwIfAborted();
    onPage(page + 1);
    grays.push(await source.gray(page));
  }
  const hasText = source.pages.some(({ texts }) => texts.length > 0);
  const pages_without_text = source.pages.flatMap(({ texts }, page) => (hasText && texts.length === 0 ? [page + 1] : []));
  if (crops.length === 0) return { crops: cropsOfGaps(grays), by: 'gaps', missing: [], pages_without_text };
  const trim = (crop: Crop): Crop => ({
    ...crop,
    pieces: crop.pieces.map((piece) => {
      const gray = grays[piece.page];
      return gray ? trimmed(piece, gray) : piece;
    }),
  });
  return { crops: crops.map(trim), by: 'numbers', missing, pages_without_text };
}
