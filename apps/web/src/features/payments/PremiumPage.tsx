import { brand } from '@abhyas/contract/brand';
import { IconCheck } from '@tabler/icons-react';
import { useUser } from '../../platform/user.ts';
import card from '../../ui/card.module.css';
import { PageTitle } from '../../ui/PageTitle.tsx';
import classes from './PremiumPage.module.css';

const unlocked = [
  'Every topic of every chapter, not only the first',
  'Every mock test of the Test Series',
  'Every previous paper',
] as const;

/** What Premium is. Online payment is not open yet, and the page says so. */
export default function PremiumPage() {
  const user = useUser();
  return (
    <>
      <PageTitle>Premium</PageTitle>
      <section className={`${card.card} ${classes.root}`}>
        <h2 className={classes.heading}>{user?.has_premium_access ? 'You have Premium' : 'What Premium unlocks'}</h2>
        <ul className={classes.list}>
          {unlocked.map((what) => (
            <li key={what}>
              <IconCheck size={20} aria-hidden className={classes.tick} />
              {what}
            </li>
          ))}
        </ul>
        {!user?.has_premium_access && (
          <>
            <p className={classes.text}>You cannot pay online yet. Call or write to us, and we open Premium for your number.</p>
            <p className={classes.ways}>
              <a href={`tel:${brand.supportPhone.replaceAll(' ', '')}`}>{brand.supportPhone}</a>
              <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
            </p>
          </>
        )}
      </section>
    </>
  );
}
