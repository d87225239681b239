import type { Value } from '@abhyas/contract/endpoint';
import type { TestInfo } from '@abhyas/contract/tests/papers';
import { useUser } from '../../../platform/user.ts';
import { formatDate } from '../../../ui/format.ts';
import classes from './Report.module.css';

/** Whose report of which paper this is, on paper only: the screen says it in its title and its profile. */
export function PrintedHead({ info }: { info: Pick<Value<typeof TestInfo>, 'name' | 'test_date' | 'server_time'> }) {
  const user = useUser();
  return (
    <dl className={classes.printed}>
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
