import { IconLock } from '@tabler/icons-react';
import { i18n } from '../platform/language.ts';

/** Says why a question of a finished test is shown without its key or solution. `what` begins the sentence. */
export function Withheld({ what }: { what: string }) {
  return (
    <p className="flex gap-8 text-14 leading-text text-ink-soft">
      <IconLock size={20} aria-hidden="true" />
      {i18n.t('{what} cannot be shown now: a test with this question is not over, or its institute has not opened it for review.', {
        what,
      })}
    </p>
  );
}
