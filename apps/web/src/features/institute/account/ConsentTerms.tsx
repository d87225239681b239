import { brand } from '@abhyas/contract/institute/brand';
import { Link } from '@tanstack/react-router';
import classes from './ProfilePage.module.css';

/** The words to which a guardian agrees. */
export function ConsentTerms({ student }: { student: string | null }) {
  return (
    <>
      <p>
        {student ?? 'A student'} is under 18 and wants to study with {brand.name}. We store name, age, phone number, answers and results,
        show no advertising, track nobody, and sell nothing. You may have it all, and have it deleted, at any time.
      </p>
      <p className={classes.text}>
        Read the{' '}
        <Link to="/privacy" target="_blank">
          privacy page
        </Link>{' '}
        and the{' '}
        <Link to="/terms" target="_blank">
          terms
        </Link>
        .
      </p>
    </>
  );
}
