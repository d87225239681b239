import type { Value } from '@abhyas/contract/endpoint';
import type { TestInfo } from '@abhyas/contract/tests/papers';
import { i18n, named } from '../../../platform/language.ts';
import { useUser } from '../../../platform/user.ts';
import { formatDate } from '../../../ui/format.ts';
import classes from './Report.module.css';

/** The institute, the student and the paper of this report, on printed pages only: the screen names them in its title and profile. */
export function PrintedHead({ info }: { info: Pick<Value<typeof TestInfo>, 'name' | 'test_date' | 'server_time' | 'is_institute_test'> }) {
  const user = useUser();
  return (
    <dl className={`${classes.printed} hidden print:grid print:gap-4 print:mx-0 print:mt-0 print:mb-24`}>
      {user?.membership?.institute_name && info.is_institute_test && (
        <div>
          <dt>{i18n.t('Institute')}</dt>
          <dd>{user.membership.institute_name}</dd>
        </div>
      )}
      <div>
        <dt>{i18n.t('Name')}</dt>
        <dd>{user?.name}</dd>
      </div>
      <div>
        <dt>{i18n.t('Paper')}</dt>
        <dd>{named(info.name)}</dd>
      </div>
      {info.test_date !== null && (
        <div>
          <dt>{i18n.t('Date of the test')}</dt>
          <dd>{formatDate(info.test_date)}</dd>
        </div>
      )}
      <div>
        <dt>{i18n.t('Date of this report')}</dt>
        <dd>{formatDate(info.server_time)}</dd>
      </div>
    </dl>
  );
}
