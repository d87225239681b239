import { i18n } from '../../platform/language.ts';
import { Skeleton, VisuallyHidden } from '@mantine/core';

/** The placeholder of a page while its code is loading. */
export function LoadingPage() {
  return (
    <div role="status">
      <VisuallyHidden>{i18n.t('Loading')}</VisuallyHidden>
      <Skeleton height={24} width="40%" mb="lg" />
      <Skeleton height={120} mb="md" radius="lg" />
      <Skeleton height={120} radius="lg" />
    </div>
  );
}
