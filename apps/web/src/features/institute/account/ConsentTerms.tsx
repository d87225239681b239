import { Trans } from '@lingui/react';
import { i18n } from '../../../platform/language.ts';
import { brand } from '@abhyas/contract/institute/brand';
import { Link } from '@tanstack/react-router';
import classes from './ProfilePage.module.css';

/** The words to which a guardian agrees. */
export function ConsentTerms({ student }: { student: string | null }) {
  return (
    <>
      <p>
        {i18n.t(
          '{student} is under 18 and wants to study with {name}. We store name, age, phone number, answers and results. You can get a copy of all of it, or have it deleted, at any time. We show no advertising and do not track students or sell their data.',
          { student: student ?? i18n.t('A student'), name: brand.name },
        )}
      </p>
      <p className={classes.text}>
        <Trans
          id="Read the <0>privacy page</0> and the <1>terms</1>."
          components={{ 0: <Link to="/privacy" target="_blank" />, 1: <Link to="/terms" target="_blank" /> }}
        />
      </p>
    </>
  );
}
