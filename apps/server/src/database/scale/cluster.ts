import type pg from 'pg';
import { applicationName } from '../open.ts';
import { placements, tablesOf } from './placements.ts';

/** The oldest main version of Citus on which the spread database was tried. */
const oldestCitus = 13;

export interface ClusterNode {
  address: string;
  /** Whether the node holds shards of spread tables. */
  hasShards: boolean;
}

/** The version of Citus in this database; null if the extension is not created. */
export async function findCitus(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('citus.version', true) as version from pg_extension where extname = 'citus'",
  );
  return rows[0]?.version ?? null;
}

export async function findNodes(client: pg.ClientBase): Promise<ClusterNode[]> {
  const { rows } = await client.query<ClusterNode>(
    `select concat(nodename, ':', nodeport) as address, shouldhaveshards as "hasShards" from pg_dist_node where isactive and noderole = 'primary'
     order by groupid`,
  );
  return rows;
}

/** The tables of the schema `public` that hold rows of Abhyas. */
export async function findOwnTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> all(array['kysely_migration', 'kysely_migration_lock', 'spread_under_way', 'citus_tables'])
       and not exists (select from pg_depend d where d.objid = pg_class.oid and d.deptype = 'e') order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Tables that are written on several machines and lack a key by which a row is found again while its shard is moved. */
async function findKeyless(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class c where relname = any($1) and relnamespace = 'public'::regnamespace and relreplident <> 'f'
       and not exists (select from pg_index i where i.indrelid = c.oid and (i.indisprimary or i.indisreplident)) order by 1`,
    [[...tablesOf('spread'), ...tablesOf('reference')]],
  );
  return rows.map(({ name }) => name);
}

/** Connections of servers and other commands to this database. */
async function countConnected(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = $1
       and pid <> pg_backend_pid()`,
    [applicationName],
  );
  return rows[0]?.count ?? 0;
}

/** A sentence for each reason why the database cannot be spread; none if it can. */
export async function findObstacles(client: pg.ClientBase): Promise<string[]> {
  const version = await findCitus(client);
  if (version === null)
    return [
      'This database has no Citus. Install it on every machine, and run "create extension citus" in a database of this name on each.',
    ];
  const obstacles: string[] = [];
  if (Number.parseInt(version, 10) < oldestCitus) obstacles.push(`Citus ${version} is too old: version ${oldestCitus} or later is needed.`);
  if (!(await findNodes(client)).some(({ hasShards }) => hasShards))
    obstacles.push("No machine takes parts of tables. Add one on the coordinator: select citus_add_node('host', 5432).");
  const connected = await countConnected(client);
  if (connected > 0) obstacles.push(`Servers hold ${connected} connections to this database. Stop them first.`);
  const found = await findOwnTables(client);
  const unknown = found.filter((name) => !Object.hasOwn(placements, name));
  if (unknown.length > 0) obstacles.push(`This version does not know the tables ${unknown.join(', ')}.`);
  const missing = Object.keys(placements).filter((name) => !found.includes(name));
  if (missing.length > 0) obstacles.push(`The tables ${missing.join(', ')} are missing. Start this version once, which creates them.`);
  const keyless = await findKeyless(client);
  if (keyless.length > 0) obstacles.push(`The tables ${keyless.join(', ')} have no key by which a row is found while it moves.`);
  return obstacles;
}

export interface PlacedTable {
  name: string;
  kind: 'spread' | 'reference' | 'local';
  by: string | null;
}

/** The tables that Citus knows, with their placement. */
export async function findPlaced(client: pg.ClientBase): Promise<PlacedTable[]> {
  const { rows } = await client.query<PlacedTable>(
    `select c.relname as name, case p.partmethod when 'h' then 'spread' else case p.repmodel when 't' then 'reference' else 'local' end end as kind,
       case when p.partmethod = 'h' then column_to_column_name(p.logicalrelid, p.partkey) end as by
     from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid where c.relnamespace = 'public'::regnamespace order by 1`,
  );
  return rows;
}
