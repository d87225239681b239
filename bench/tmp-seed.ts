import { rankedPapers } from './ranked-papers.ts';
import { runDatabase } from './run-database.ts';
const began = performance.now();
await rankedPapers({ ...runDatabase({ kind: 'PostgreSQL', url: process.env['DATABASE_URL'], dataFolder: '/tmp/bk/data2' }) });
console.log('seeded', (performance.now() - began) / 1000);
