import { brand } from '@abhyas/contract/institute/brand';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react';
import { EmptyState } from './EmptyState.tsx';
import text from './text.module.css';

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
      title={isOffline ? 'No connection' : 'Something went wrong'}
      action={
        retry && (
          <Button variant="light" onClick={retry} loading={isRetrying}>
            Try again
          </Button>
        )
      }
    >
      {message}
      {!isOffline && (
        <>
          {' '}
          If it keeps happening, call{' '}
          <a className={`${text.accented} ${text.nowrap}`} href={`tel:${brand.supportPhone.replaceAll(' ', '')}`}>
            {brand.supportPhone}
          </a>
          .
        </>
      )}
    </EmptyState>
  );
}
