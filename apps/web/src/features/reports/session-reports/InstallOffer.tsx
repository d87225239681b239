import { brand } from '@abhyas/contract/institute/brand';
import { Button } from '@mantine/core';
import { answerInstallOffer, useInstallOffer } from '../../../platform/install.ts';
import { i18n } from '../../../platform/language.ts';
import card from '../../../ui/card.module.css';
import classes from './SessionOutcome.module.css';

/** Offers the installation once, after a finished session, if the browser supports it. */
export function InstallOffer() {
  const isOffered = useInstallOffer();
  if (!isOffered) return null;
  return (
    <section
      className={`${card.card} flex flex-wrap items-center justify-between ${classes.install}`}
      aria-label={i18n.t('Add to home screen')}
    >
      <p>{i18n.t('{name} opens from your home screen, also without a network.', { name: brand.name })}</p>
      <div>
        <Button variant="default" onClick={() => void answerInstallOffer(true)}>
          {i18n.t('Add to home screen')}
        </Button>
        <Button variant="subtle" onClick={() => void answerInstallOffer(false)}>
          {i18n.t('Not now')}
        </Button>
      </div>
    </section>
  );
}
