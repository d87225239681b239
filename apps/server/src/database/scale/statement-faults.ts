import { type Placement, placements } from './placements.ts';

/** Words that follow a table's name and are not its alias. */
const notAlias = new Set(
  'on where set using left right inner cross join order group limit for select values returning with union full natural offset'.split(' '),
);

interface Mention {
  table: string;
  alias: string;
  placement: Placement;
  isInserted: boolean;
}

const placementOf = (name: string): Placement | undefined =>
  Object.hasOwn(placements, name) ? placements[name as keyof typeof placements] : undefined;

function findMentions(text: string): Mention[] {
  return [...text.matchAll(/\b(from|join|update|into|using)\s+(?:only\s+)?(\w+)(?:\s+(?:as\s+)?(\w+))?/g)].flatMap(
    ([, word, table = '', next = '']) => {
      const placement = placementOf(table);
      if (!placement) return [];
      return [{ table, placement, alias: next === '' || notAlias.has(next) ? table : next, isInserted: word === 'into' }];
    },
  );
}

/** Whether the statement names the key of a spread table as a value: a parameter, or an element of a list parameter. */
function namesKey(text: string, { table, alias, isInserted }: Mention, by: string): boolean {
  if (isInserted) return new RegExp(`into ${table}(?: as \\w+)? ?\\([^)]*\\b${by}\\b`).test(text);
  const value = `${by} = (?:any ?\\( ?)?\\$\\d`;
  return (
    new RegExp(`\\b${alias}\\.${value}`).test(text) || (new RegExp(`(?<![.\\w])${value}`).test(text) && !text.includes(`${alias}.${by} = `))
  );
}

/** Functions that PostgreSQL does not count as immutable, over columns: Citus refuses them in an update. */
const stable = /(?:\+|-) ?(?:make_interval|interval '[^']*' ?\*)|clock_timestamp\(|array_to_string\(|\bconcat\(/;

/**
 * Why a spread database would refuse the statement, or run it on every machine; empty if it runs on one machine. It reads the text, not a
 * plan: each spread table must be named with its key as a value.
 */
export function findStatementFaults(statement: string): string[] {
  const text = statement.replaceAll('"', '').replaceAll(/\s+/g, ' ').toLowerCase();
  const mentions = findMentions(text);
  const spread = mentions.filter(({ placement }) => placement.kind === 'spread');
  if (spread.length === 0) return [];
  const faults = spread.flatMap((mention) =>
    mention.placement.kind === 'spread' && !namesKey(text, mention, mention.placement.by)
      ? [`${mention.table} is read without a value of ${mention.placement.by}`]
      : [],
  );
  for (const { table } of mentions.filter(({ placement }) => placement.kind === 'local'))
    faults.push(`${table} is local and stands beside spread tables`);
  const groups = new Set(spread.map(({ placement }) => (placement.kind === 'spread' ? placement.group : '')));
  if (groups.size > 1) faults.push('tables of a student and of a paper stand in one statement');
  const onConflict = /on conflict[^]*?do update set (.*?)(?:\breturning\b|$)/.exec(text)?.[1] ?? '';
  if (onConflict.includes('(select')) faults.push('a subquery stands in "do update"');
  if (/\bvalues ?\([^;]*?\(select/.test(text)) faults.push('a subquery stands in "values"');
  const set = /\bupdate \w+(?: \w+)? set (.*?)(?:\bfrom\b|\breturning\b|$)/.exec(text)?.[1] ?? '';
  if (stable.test(set) || stable.test(onConflict)) faults.push('a change calls a function that is not immutable over columns');
  return [...new Set(faults)];
}
