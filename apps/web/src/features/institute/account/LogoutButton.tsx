import { i18n } from '../../../platform/language.ts';
import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { OFFLINE_WORDS } from '../../../platform/call.ts';
import { askToLeave } from '../../../platform/leaving.ts';
import { toast } from '../../../ui/toasts.ts';
import classes from './ProfilePage.module.css';

/** Logs out; asks for confirmation while answers are unsent. */
export function LogoutButton() {
  return (
    <Button
      variant="default"
      size="md"
      className={classes.logout ?? ''}
      leftSection={<IconLogout size={20} aria-hidden />}
      onClick={() => (navigator.onLine ? askToLeave() : toast.error(i18n.t(OFFLINE_WORDS)))}
    >
      {i18n.t('Logout')}
    </Button>
  );
}
