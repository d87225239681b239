import { Button } from '@mantine/core';
import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react';
import { EmptyState } from './EmptyState.tsx';

interface Props {
  /** What happened, as the person reads it. */
  message: string;
  /** The server could not be reached. */
  isOffline?: boolean;
  retry?: () => void;
  isRetrying?: boolean;
}

/** What stands where a screen's content could not be fetched: what happened, and what to do. */
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
