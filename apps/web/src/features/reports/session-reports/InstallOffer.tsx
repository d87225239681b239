import { brand } from '@abhyas/contract/institute/brand';
import { Button } from '@mantine/core';
import { answerInstallOffer, useInstallOffer } from '../../../platform/install.ts';
import card from '../../../ui/card.module.css';
import layout from '../../../ui/layout.module.css';
import classes from './SessionOutcome.module.css';

/** Offers the installation once, after a finished session, if the browser supports it. */
export function InstallOffer() {
  const isOffered = useInstallOffer();
  if (!isOffered) return null;
  return (
    <section className={`${card.card} ${layout.spread} ${classes.install}`} aria-label="Add to home screen">
      <p>{brand.name} opens from your home screen, also without a network.</p>
      <div>
        <Button variant="default" onClick={() => void answerInstallOffer(true)}>
          Add to home screen
        </Button>
        <Button variant="subtle" onClick={() => void answerInstallOffer(false)}>
          Not now
        </Button>
      </div>
    </section>
  );
}
