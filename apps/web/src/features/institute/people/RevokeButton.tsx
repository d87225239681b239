import { getPeople, revokeInvitation } from '@abhyas/contract/institute/people';
import { Button } from '@mantine/core';
import { queryClient, useSend } from '../../../platform/queries.ts';

export function RevokeButton({ id, name }: { id: number; name: string }) {
  const send = useSend(revokeInvitation);
  const revoke = () => send.mutate({ id }, { onSettled: () => void queryClient.invalidateQueries({ queryKey: [getPeople.route] }) });
  return (
    <Button variant="default" loading={send.isPending} onClick={revoke} aria-label={`Withdraw the invitation of ${name}`}>
      Withdraw
    </Button>
  );
}
