import { fileUrlOf } from '../../institute/stored-files/stored-files.ts';
import type { DoubtRow } from './doubts.store.ts';

export const urlOf = (file_id: number | null) => (file_id === null ? null : fileUrlOf(file_id));

type Answered = Pick<DoubtRow, 'answer_text' | 'answer_photo_id' | 'answer_voice_id' | 'answered_at' | 'teacher_name'>;

/** The answer to a doubt, with the name of its teacher; null without one. */
export function shownAnswer(row: Answered) {
  if (row.answered_at === null) return null;
  return {
    text: row.answer_text,
    photo_url: urlOf(row.answer_photo_id),
    voice_url: urlOf(row.answer_voice_id),
    teacher_name: row.teacher_name,
    answered_at: row.answered_at.toISOString(),
  };
}
