import { formatDate, formatDuration } from '../../../ui/format.ts';
import type { DraftQuestion } from './draft-keeper.ts';

/** Chapter, level, and the result of the institute's students when the question was last asked. */
export function placeInWords({ chapter_name, complexity, last_use }: DraftQuestion): string {
  const where = `${chapter_name} · level ${complexity}`;
  if (!last_use) return `${where} · never asked here`;
  const { paper_name, at, attempted, correct, median_time } = last_use;
  const figures = attempted > 0 ? `, ${correct} of ${attempted} right` : '';
  const time = median_time ? `, ${formatDuration(median_time)}` : '';
  return `${where} · ${at ? formatDate(at) : 'asked'} in ${paper_name}${figures}${time}`;
}
