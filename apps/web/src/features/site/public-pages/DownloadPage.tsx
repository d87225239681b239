import { Trans } from '@lingui/react';
import { i18n } from '../../../platform/language.ts';
import { brand } from '@abhyas/contract/institute/brand';
import { storeAddress } from '@abhyas/contract/site/campaign';
import { IconBrandGooglePlay } from '@tabler/icons-react';
import { renderSVG } from 'uqr';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import classes from './Pages.module.css';

/** /mobile_redirection: leads to the app, by a code for a phone's camera or by a press. */
export default function DownloadPage() {
  const address = storeAddress(brand.storeLink, { utm_source: 'website', utm_medium: 'accounts' }, undefined);
  const code = `data:image/svg+xml,${encodeURIComponent(renderSVG(address, { border: 2 }))}`;
  return (
    <div className="grid justify-items-center text-center">
      <PageTitle inPage windowTitle={i18n.t('Get the app')}>
        {i18n.t('Please download {name} from the Play Store', { name: brand.name })}
      </PageTitle>
      <p className="mt-8 mb-24 leading-reading text-ink-soft">
        {i18n.t('Scan the code with your phone’s camera, or open the store here.')}
      </p>
      <img
        className="size-240 border border-line rounded-card bg-white"
        src={code}
        alt={i18n.t('QR code of the page of {name} in the Play Store', { name: brand.name })}
        width="240"
        height="240"
      />
      <a className={`inline-flex items-center ${classes.store}`} href={address} rel="noreferrer">
        <IconBrandGooglePlay size={28} aria-hidden />
        <span>
          <Trans id="<0>Get it on</0>Google Play" components={{ 0: <small /> }} />
        </span>
      </a>
    </div>
  );
}
