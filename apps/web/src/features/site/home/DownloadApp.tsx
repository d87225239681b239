import { i18n } from '../../../platform/language.ts';
import { brand } from '@abhyas/contract/institute/brand';
import { storeAddress } from '@abhyas/contract/site/campaign';
import { Button } from '@mantine/core';
import { FormDialog } from '../../../ui/FormDialog.tsx';

/** A link to the app in the store. */
export default function DownloadApp({ onClose }: { onClose: () => void }) {
  const address = storeAddress(brand.storeLink, { utm_source: 'website', utm_medium: 'home' }, undefined);
  return (
    <FormDialog
      title={i18n.t('Download App')}
      size={400}
      onClose={onClose}
      back={i18n.t('Later')}
      actions={
        <Button component="a" href={address} target="_blank" rel="noreferrer" onClick={onClose}>
          {i18n.t('Get App')}
        </Button>
      }
    >
      <p>{i18n.t('Get the app of {name} from the Play Store, and sign in with the same phone number.', { name: brand.name })}</p>
    </FormDialog>
  );
}
