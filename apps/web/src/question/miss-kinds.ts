import type { MissKind } from '@abhyas/exam/reports/miss-kind';
import { IconBolt, IconBulb, IconPlayerSkipForward, IconX, type TablerIcon } from '@tabler/icons-react';

/** The icon and the word of each kind of miss. */
export const missPresentations: Record<MissKind, { label: string; Icon: TablerIcon; color: string }> = {
  incorrect: { label: 'Incorrect', Icon: IconX, color: 'var(--incorrect)' },
  rushed: { label: 'Rushed', Icon: IconBolt, color: 'var(--warning)' },
  late_skip: { label: 'Late skip', Icon: IconPlayerSkipForward, color: 'var(--ink-soft)' },
  solution_seen: { label: 'Solution seen', Icon: IconBulb, color: 'var(--ink-soft)' },
};
