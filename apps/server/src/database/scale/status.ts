import type pg from 'pg';
import { findCitus, findNodes, findObstacles, findPlaced, type PlacedTable } from './cluster.ts';
import { placements } from './placements.ts';

interface NodeSize {
  address: string;
  shards: number;
  bytes: number;
}

/** Parts of tables and their bytes on each machine. */
async function findSizes(client: pg.ClientBase): Promise<NodeSize[]> {
  const { rows } = await client.query<NodeSize>(
    `select concat(nodename, ':', nodeport) as address, count(*)::int as shards, coalesce(sum(shard_size), 0)::float8 as bytes
     from citus_shards group by nodename, nodeport order by 1`,
  );
  return rows;
}

/** A sentence for each table that does not lie where the list of this version says. */
export function findMisplaced(placed: readonly PlacedTable[]): string[] {
  const found = new Map(placed.map((table) => [table.name, table]));
  return Object.entries(placements).flatMap(([name, placement]) => {
    const table = found.get(name);
    if (!table) return [`The table ${name} is not placed: run "npm run scale -- spread".`];
    if (table.kind !== placement.kind) return [`The table ${name} is ${table.kind} instead of ${placement.kind}.`];
    if (placement.kind === 'spread' && table.by !== placement.by)
      return [`The table ${name} is spread by ${table.by} instead of ${placement.by}.`];
    return [];
  });
}

/** The place of every table, a line each; and whether every table lies where it should. */
export async function describeCluster(client: pg.ClientBase): Promise<{ lines: string[]; isInPlace: boolean }> {
  const version = await findCitus(client);
  if (version === null) return { lines: await findObstacles(client), isInPlace: false };
  const [nodes, placed, sizes] = [await findNodes(client), await findPlaced(client), await findSizes(client)];
  const countOf = (kind: PlacedTable['kind']) => placed.filter((table) => table.kind === kind).length;
  const misplaced = placed.length === 0 ? ['No table is spread yet.'] : findMisplaced(placed);
  const { rows } = await client.query<{ isThere: boolean }>(`select to_regclass('spread_under_way') is not null as "isThere"`);
  return {
    lines: [
      `Citus ${version}; ${countOf('spread')} spread tables, ${countOf('reference')} reference tables, ${countOf('local')} local tables.`,
      ...nodes.map(({ address, hasShards }) => {
        const size = sizes.find((found) => found.address === address);
        return `${address}${hasShards ? '' : ' (takes no parts of spread tables)'}: ${size?.shards ?? 0} parts, ${Math.round((size?.bytes ?? 0) / 1_048_576)} MB`;
      }),
      ...(rows[0]?.isThere ? ['A spreading was interrupted: run "npm run scale -- spread" to go on.'] : []),
      ...misplaced,
    ],
    isInPlace: misplaced.length === 0 && !rows[0]?.isThere,
  };
}

/**
 * Moves parts of spread tables to machines that have fewer, while servers go on; writes to a part wait for a moment. Returns the moved
 * parts.
 */
export async function rebalance(client: pg.ClientBase): Promise<number> {
  const countMoves = 'select count(*)::int as count from get_rebalance_table_shards_plan()';
  const { rows } = await client.query<{ count: number }>(countMoves);
  await client.query('select rebalance_table_shards()');
  return rows[0]?.count ?? 0;
}
