import type { Context } from '../../../context.ts';

export function findGoals({ db }: Context, student_id: number) {
  return db.selectFrom('student_goals').where('student_id', '=', student_id).selectAll().executeTakeFirst();
}

export interface Goals {
  daily_goal?: number;
  exam?: 'JEE Main' | 'JEE Advanced' | 'NEET' | null;
  exam_year?: number | null;
  target_score?: number | null;
  is_asked?: boolean;
}

export async function upsertGoals({ db }: Context, student_id: number, goals: Goals): Promise<void> {
  await db
    .insertInto('student_goals')
    .values({ student_id, ...goals })
    .onConflict((on) => on.column('student_id').doUpdateSet(goals))
    .execute();
}
