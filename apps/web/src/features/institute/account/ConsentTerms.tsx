import { brand } from '@abhyas/contract/institute/brand';
import { Link } from '@tanstack/react-router';
import classes from './ProfilePage.module.css';

/** The words to which a guardian agrees. */
export function ConsentTerms({ student }: { student: string | null }) {
  return (
    <>
      <p>
        {student ?? 'A student'} is under 18 and wants to study with {brand.name}. We store name, age, phone number, answers and results.
        You can get a copy of all of it, or have it deleted, at any time. We show no advertising and do not track students or sell their
        data.
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
