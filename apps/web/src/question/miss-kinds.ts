import type { MissKind } from '@abhyas/exam/reports/miss-kind';
import { IconBolt, IconBulb, IconPlayerSkipForward, IconX, type TablerIcon } from '@tabler/icons-react';

/** The icon and the word of each kind of miss. */
export const missPresentations: Record<MissKind, { label: string; Icon: TablerIcon; color: string }> = {
  incorrect: { label: /*i18n*/ 'Incorrect', Icon: IconX, color: 'var(--incorrect)' },
  rushed: { label: /*i18n*/ 'Rushed', Icon: IconBolt, color: 'var(--warning)' },
  late_skip: { label: /*i18n*/ 'Late skip', Icon: IconPlayerSkipForward, color: 'var(--ink-soft)' },
  solution_seen: { label: /*i18n*/ 'Solution seen', Icon: IconBulb, color: 'var(--ink-soft)' },
};
