import type { Selectable } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { fileUrlOf } from '../../institute/stored-files/stored-files.ts';

export const urlOf = (file_id: number | null) => (file_id === null ? null : fileUrlOf(file_id));

type Answered = Pick<Selectable<Tables['doubts']>, 'answer_text' | 'answer_photo_id' | 'answer_voice_id' | 'answered_at'>;

/** The answer to a doubt, with the name of its teacher; null without one. */
export function shownAnswer(row: Answered & { teacher_name: string | null }) {
  if (row.answered_at === null) return null;
  return {
    text: row.answer_text,
    photo_url: urlOf(row.answer_photo_id),
    voice_url: urlOf(row.answer_voice_id),
    teacher_name: row.teacher_name,
    answered_at: row.answered_at.toISOString(),
  };
}
