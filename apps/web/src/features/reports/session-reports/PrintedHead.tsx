import type { Value } from '@abhyas/contract/endpoint';
import type { TestInfo } from '@abhyas/contract/tests/papers';
import { useUser } from '../../../platform/user.ts';
import { formatDate } from '../../../ui/format.ts';
import classes from './Report.module.css';

/** The institute, the student and the paper of this report, on printed pages only: the screen names them in its title and profile. */
export function PrintedHead({ info }: { info: Pick<Value<typeof TestInfo>, 'name' | 'test_date' | 'server_time' | 'is_institute_test'> }) {
  const user = useUser();
  return (
    <dl className={classes.printed}>
      {user?.membership?.institute_name && info.is_institute_test && (
        <div>
          <dt>Institute</dt>
          <dd>{user.membership.institute_name}</dd>
        </div>
      )}
      <div>
        <dt>Name</dt>
        <dd>{user?.name}</dd>
      </div>
      <div>
        <dt>Paper</dt>
        <dd>{info.name}</dd>
      </div>
      {info.test_date !== null && (
        <div>
          <dt>Date of the test</dt>
          <dd>{formatDate(info.test_date)}</dd>
        </div>
      )}
      <div>
        <dt>Date of this report</dt>
        <dd>{formatDate(info.server_time)}</dd>
      </div>
    </dl>
  );
}
