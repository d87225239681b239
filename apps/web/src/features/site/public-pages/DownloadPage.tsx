import { Trans } from '@lingui/react';
import { i18n } from '../../../platform/language.ts';
import { brand } from '@abhyas/contract/institute/brand';
import { storeAddress } from '@abhyas/contract/site/campaign';
import { IconBrandGooglePlay } from '@tabler/icons-react';
import { renderSVG } from 'uqr';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import text from '../../../ui/text.module.css';
import layout from '../../../ui/layout.module.css';
import classes from './Pages.module.css';

/** /mobile_redirection: leads to the app, by a code for a phone's camera or by a press. */
export default function DownloadPage() {
  const address = storeAddress(brand.storeLink, { utm_source: 'website', utm_medium: 'accounts' }, undefined);
  const code = `data:image/svg+xml,${encodeURIComponent(renderSVG(address, { border: 2 }))}`;
  return (
    <div className={classes.download}>
      <PageTitle inPage windowTitle={i18n.t('Get the app')}>
        {i18n.t('Please download {name} from the Play Store', { name: brand.name })}
      </PageTitle>
      <p className={`${text.reading} ${classes.lead}`}>{i18n.t('Scan the code with your phone’s camera, or open the store here.')}</p>
      <img
        className={classes.code}
        src={code}
        alt={i18n.t('QR code of the page of {name} in the Play Store', { name: brand.name })}
        width="240"
        height="240"
      />
      <a className={`${layout.inline} ${classes.store}`} href={address} rel="noreferrer">
        <IconBrandGooglePlay size={28} aria-hidden />
        <span>
          <Trans id="<0>Get it on</0>Google Play" components={{ 0: <small /> }} />
        </span>
      </a>
    </div>
  );
}
