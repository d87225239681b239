import { adoptBrand } from '@abhyas/contract/institute/brand';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readBrandFolder } from './brand-folder.ts';
import { buildApp, jobsWith } from './app.ts';
import { openRedisLedger } from './budgets/redis-ledger.ts';
import { takeCommands } from './commands/command-socket.ts';
import { commands } from './commands/commands.ts';
import { announcementsOfDatabase, announcementsOfProcess } from './database/listen.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { placeDemoFiles } from './demo/files.ts';
import { placeDemoLetters } from './demo/letters.ts';
import { demoGoogleAccounts, demoInstitute, demoPeople, prepareDemo, refuseDemoDatabase } from './demo/demo.ts';
import { type ConnectionLimits, connectionLimits, connectionsOfHall, readDescriptorLimit } from './http/connections.ts';
import { rebuildDueScores } from './features/tests/marking/marking.ts';
import { startJobs } from './jobs/jobs.ts';
import { openFolderStorage } from './integrations/storage/folder-storage.ts';
import { openS3Storage } from './integrations/storage/s3-storage.ts';
import { razorpay } from './integrations/payments/razorpay.ts';
import { standInPayments } from './integrations/payments/stand-in.ts';
import { profileKeysIn } from './integrations/profile-keys.ts';
import { meetingsOf } from './integrations/meetings/meeting-settings.ts';
import { readSecret } from './integrations/secret.ts';
import { google, standInGoogle } from './integrations/google/google.ts';
import { openSms } from './integrations/sms/sms.ts';
import type { RawPaymentHook } from './integrations/payments/payments.ts';
import { readSettings } from './settings.ts';
import { startFaultMessage } from './start-fault.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);

/** The folder of the checkout: this file runs from `apps/server/src` and, built, from `apps/server/dist`. */
const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Milliseconds that a server which is told to stop gives to what is under way. */
const longestGoodbyeMs = 10_000;

function describeConnections({ descriptors, most, ofAddress }: ConnectionLimits): string {
  const files = descriptors === null ? 'no limit of open files' : `a limit of ${descriptors} open files`;
  const taken = `With ${files} it takes ${most} connections, ${ofAddress} of one address.`;
  return ofAddress < connectionsOfHall ? `${taken} An institute of 2,000 students needs a higher limit (ulimit -n).\n` : `${taken}\n`;
}

async function run(): Promise<void> {
  // What the server writes is people's: nobody else on the machine reads it.
  process.umask(0o077);
  // Before there are connections, whose peers the report would describe.
  const connections = connectionLimits(readDescriptorLimit());
  const settings = readSettings(process.env, root);
  const reportFailure = (error: unknown) => void process.stderr.write(`The database failed: ${String(error)}\n`);
  const database = await openDatabase({
    url: settings.databaseUrl,
    folder: join(settings.dataFolder, 'database'),
    onFailure: reportFailure,
  });
  await migrate(database, { report: say });
  const contextOf = () => ({ db: database.db, now: new Date(), random: Math.random });
  await rebuildDueScores(contextOf(), say);
  if (settings.isDemo) await prepareDemo(contextOf(), settings.contentFolder, say);
  else await refuseDemoDatabase(contextOf());

  const secret = readSecret(settings.secret, settings.dataFolder);
  const storage = settings.storage
    ? openS3Storage(settings.storage)
    : openFolderStorage(join(settings.dataFolder, 'files'), secret, '/api');
  const reportLedger = (error: unknown) => void process.stderr.write(`Redis failed: ${String(error)}\n`);
  const ledger = settings.redisUrl ? await openRedisLedger(settings.redisUrl, reportLedger) : undefined;
  const { brand, texts } = readBrandFolder(settings.brandFolder);
  adoptBrand(brand);
  const announcements = settings.databaseUrl ? announcementsOfDatabase(settings.databaseUrl, reportFailure) : announcementsOfProcess;
  const siteHost = settings.siteUrl ? new URL(settings.siteUrl).host : undefined;
  const codeSender = openSms(settings.sms, brand.name, siteHost, say);
  const profileKeys = profileKeysIn(settings.profileKeyFolder);
  // The stand-in's hooks come in by the same way as a provider's.
  let deliver: (hook: RawPaymentHook) => Promise<unknown> = () => Promise.reject(new Error('The server does not listen yet'));
  const standIn = () =>
    standInPayments({ secret, file: join(settings.dataFolder, 'stand-in-payments.jsonl'), deliver: (hook) => deliver(hook) });
  const payments = settings.razorpay ? razorpay(settings.razorpay) : settings.isDemo ? standIn() : null;
  const app = await buildApp({
    db: database.db,
    meetings: meetingsOf(process.env, settings.siteUrl),
    payments,
    settings,
    texts,
    codeSender,
    google: settings.googleClientId ? google(settings.googleClientId) : settings.isDemo ? await standInGoogle(demoGoogleAccounts) : null,
    secret,
    storage,
    announcements,
    ledger,
    connections,
    profileKeys,
    takesPlainProfile: settings.isDemo,
    requiresSecondFactor: !settings.isDemo,
  });
  deliver = ({ body, headers }) => app.inject({ method: 'POST', url: '/hooks/stand-in', headers, payload: body });
  if (settings.isDemo) {
    await placeDemoFiles(contextOf(), storage, demoInstitute.code);
    await placeDemoLetters(contextOf(), storage);
  }
  const running = await startJobs(
    database.pool,
    jobsWith({ storage, payments, reportPaymentFault: (fault) => app.log.warn(fault) }),
    contextOf,
    reportFailure,
  );
  const refuseCommands = await takeCommands(settings.dataFolder, commands, () => ({
    ...contextOf(),
    secret,
    storage,
    payments,
    isServing: true,
  }));
  await app.listen({ port: settings.port, host: settings.host });

  const stop = async () => {
    refuseCommands();
    // Who is still sending, or waits for a database that does not answer, is cut off in the end.
    setTimeout(() => app.server.closeAllConnections(), longestGoodbyeMs).unref();
    setTimeout(() => process.exit(1), 2 * longestGoodbyeMs).unref();
    await app.close();
    await running.stop();
    await database.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().then(() => process.exit(0)));

  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  say(`\nAbhyas runs on http://localhost:${port} (${database.kind} database).`);
  say(describeConnections(connections));
  if (!settings.isDemo) return;
  say('Sign in with one of the demo numbers, or any other; the page shows the code.');
  for (const { phone, name, what } of demoPeople) say(`  ${phone}  ${name}: ${what}`);
  say('\nPress Ctrl+C to stop.');
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${startFaultMessage(error)}\n`);
  process.exitCode = 1;
  // A worker thread may hold the process open.
  process.exit();
}
