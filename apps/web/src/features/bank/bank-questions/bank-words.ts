import type { BankState } from '@abhyas/exam/bank/bank-states';

/** The badge of each state. */
export const stateBadges: Record<BankState, { text: string; tone?: 'good' | 'warning' }> = {
  draft: { text: 'Draft' },
  in_review: { text: 'In review', tone: 'warning' },
  approved: { text: 'Approved', tone: 'good' },
  retired: { text: 'Retired' },
};

/** The types of questions in the order of their codes. */
export const typeWords = ['One option', 'Numerical', 'Several options', 'About a passage'] as const;
