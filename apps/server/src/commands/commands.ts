import type { Command } from './command.ts';
import { content } from './content.ts';
import { feedback } from './feedback.ts';
import { identity } from './identity.ts';
import { instituteCommand } from './institute.ts';
import { maintenance } from './maintenance.ts';
import { letters } from './letters.ts';
import { questionReports } from './question-reports.ts';
import { scores } from './scores.ts';

/** Every command of the staff, by the name `npm run` knows it under. */
export const commands: Record<string, Command> = {
  content,
  feedback,
  identity,
  institute: instituteCommand,
  'question-reports': questionReports,
  letters,
  maintenance,
  scores,
};
