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
      <PageTitle inPage windowTitle="Get the app">{`Please download ${brand.name} from the Play Store`}</PageTitle>
      <p className={`${text.reading} ${classes.lead}`}>Scan the code with your phone’s camera, or open the store here.</p>
      <img className={classes.code} src={code} alt={`QR code of the page of ${brand.name} in the Play Store`} width="240" height="240" />
      <a className={`${layout.inline} ${classes.store}`} href={address} rel="noreferrer">
        <IconBrandGooglePlay size={28} aria-hidden />
        <span>
          <small>Get it on</small>
          Google Play
        </span>
      </a>
    </div>
  );
}
