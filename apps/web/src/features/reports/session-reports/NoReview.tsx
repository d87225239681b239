import type { Value } from '@abhyas/contract/endpoint';
import type { TestInfo } from '@abhyas/contract/tests/papers';
import { i18n } from '../../../platform/language.ts';
import classes from './Report.module.css';

/** Why the answers cannot be reviewed now. */
export function NoReview({ info }: { info: Pick<Value<typeof TestInfo>, 'is_institute_test' | 'session_status'> }) {
  return (
    <p className={classes.noReview}>
      {info.is_institute_test
        ? i18n.t('You can review your answers when your institute has published the question paper.')
        : i18n.t('You can review your answers when the attempt under way is finished.')}
    </p>
  );
}
