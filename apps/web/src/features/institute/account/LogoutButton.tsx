import { i18n } from '../../../platform/language.ts';
import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { OFFLINE_WORDS } from '../../../platform/call.ts';
import { askToLeave } from '../../../platform/leaving.ts';
import { toast } from '../../../ui/toasts.ts';

/** Logs out; asks for confirmation while answers are unsent. */
export function LogoutButton() {
  return (
    <Button
      variant="default"
      size="md"
      className="justify-self-start max-36:justify-self-stretch"
      leftSection={<IconLogout size={20} aria-hidden />}
      onClick={() => (navigator.onLine ? askToLeave() : toast.error(i18n.t(OFFLINE_WORDS)))}
    >
      {i18n.t('Logout')}
    </Button>
  );
}
