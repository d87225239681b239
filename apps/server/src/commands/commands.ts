import type { Command } from './command.ts';
import { backup } from './backup.ts';
import { content } from './content.ts';
import { coupons } from './coupons.ts';
import { feedback } from './feedback.ts';
import { identity } from './identity.ts';
import { instituteCommand } from './institute.ts';
import { maintenance } from './maintenance.ts';
import { letters } from './letters.ts';
import { payments } from './payments.ts';
import { plans } from './plans.ts';
import { premium } from './premium.ts';
import { questionReports } from './question-reports.ts';
import { scores } from './scores.ts';
import { secrets } from './secrets.ts';

/** Every command of the staff, by its name for `npm run`. */
export const commands: Record<string, Command> = {
  backup,
  content,
  coupons,
  feedback,
  identity,
  institute: instituteCommand,
  'question-reports': questionReports,
  letters,
  maintenance,
  payments,
  plans,
  premium,
  scores,
  secrets,
};
