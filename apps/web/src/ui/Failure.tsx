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

/** Shown when a screen's content could not be fetched: says what happened and what to do. */
export function Failure({ message, isOffline = false, retry, isRetrying = false }: Props) {
  return (
    <EmptyState
      role="alert"
      icon={isOffline ? <IconWifiOff size={26} /> : <IconAlertTriangle size={26} />}
      title={isOffline ? 'No connection' : 'This could not be shown'}
      action={
        retry && (
          <Button variant="light" onClick={retry} loading={isRetrying}>
            Try again
          </Button>
        )
      }
    >
      {message}
    </EmptyState>
  );
}
