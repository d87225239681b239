import type { Command } from './command.ts';
import { content } from './content.ts';
import { feedback } from './feedback.ts';
import { instituteCommand } from './institute.ts';
import { letters } from './letters.ts';
import { questionReports } from './question-reports.ts';
import { scores } from './scores.ts';

/** Every command of the staff, by the name `npm run` knows it under. */
export const commands: Record<string, Command> = {
  content,
  feedback,
  institute: instituteCommand,
  'question-reports': questionReports,
  letters,
  scores,
};
