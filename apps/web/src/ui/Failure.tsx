import { Trans } from '@lingui/react';
import { i18n } from '../platform/language.ts';
import { brand } from '@abhyas/contract/institute/brand';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react';
import { EmptyState } from './EmptyState.tsx';

interface Props {
  /** The message that the person reads. */
  message: string;
  /** Whether the server could not be reached. */
  isOffline?: boolean;
  retry?: () => void;
  isRetrying?: boolean;
}

/** Shown when a screen's content could not be fetched: says what happened, what to do, and whom to call. */
export function Failure({ message, isOffline = false, retry, isRetrying = false }: Props) {
  return (
    <EmptyState
      role="alert"
      icon={isOffline ? <IconWifiOff size={26} /> : <IconAlertTriangle size={26} />}
      title={isOffline ? i18n.t('No connection') : i18n.t('Something went wrong')}
      action={
        retry && (
          <Button variant="light" onClick={retry} loading={isRetrying}>
            {i18n.t('Try again')}
          </Button>
        )
      }
    >
      {message}
      {!isOffline && (
        <>
          {' '}
          <CallSupport />
        </>
      )}
    </EmptyState>
  );
}

/** Whom to call if a failure stays. */
export function CallSupport() {
  const number = (
    <a className="text-accent whitespace-nowrap" href={`tel:${brand.supportPhone.replaceAll(' ', '')}`}>
      {brand.supportPhone}
    </a>
  );
  return (
    <Trans
      id="If it keeps happening, call <0>{supportPhone}</0>."
      components={{ 0: number }}
      values={{ supportPhone: brand.supportPhone }}
    />
  );
}
