import { once } from 'node:events';
import { createServer } from 'node:net';
import { adoptBrand } from '@abhyas/contract/institute/brand';
import { dirname, join } from 'node:path';
import { type Logger, pino } from 'pino';
import { setTimeout as later } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readBrandFolder, refuseDemoBrand } from './brand-folder.ts';
import { buildApp, jobsWith } from './app.ts';
import { openRedisLedger } from './budgets/redis-ledger.ts';
import { takeCommands } from './commands/command-socket.ts';
import { commands } from './commands/commands.ts';
import { announcementsOfDatabase, announcementsOfProcess } from './database/listen.ts';
import { watchClock, wrongClock } from './jobs/clock-watch.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { placeDemoCandidates } from './demo/candidates.ts';
import { placeDemoDoubts } from './demo/doubts.ts';
import { placeDemoFiles } from './demo/files.ts';
import { placeDemoImports } from './demo/imports.ts';
import { HEARD_EVERY } from './demo/hall.ts';
import { placeDemoLetters } from './demo/letters.ts';
import { demoGoogleAccounts, demoInstitute, demoPeople, prepareDemo, refuseDemoDatabase, keepDemoAlive } from './demo/demo.ts';
import { connectionLimits, readDescriptorLimit } from './http/connections.ts';
import { adoptSecret } from './features/institute/server-secret/server-secret.ts';
import { rebuildDueScores } from './features/tests/marking/marking.ts';
import { countSends, openMetrics, timeStorage } from './features/site/metrics/metrics.ts';
import { type Checks, makeFirstDayWord } from './features/site/first-day/first-day.ts';
import { eachSaidAtMostEvery, every, saidAtMostEvery } from './jobs/every.ts';
import { type Jobs, startJobs } from './jobs/jobs.ts';
import { openFolderStorage } from './integrations/storage/folder-storage.ts';
import { openS3Storage } from './integrations/storage/s3-storage.ts';
import { razorpay } from './integrations/payments/razorpay.ts';
import { standInPayments } from './integrations/payments/stand-in.ts';
import { profileKeysIn } from './integrations/profile-keys.ts';
import { meetingsOf } from './integrations/meetings/meeting-settings.ts';
import { readSecret } from './integrations/secret.ts';
import { google, standInGoogle } from './integrations/google/google.ts';
import { mailOnPage, openMail } from './integrations/mail/mail.ts';
import { openSms, withSecond } from './integrations/sms/sms.ts';
import type { RawPaymentHook } from './integrations/payments/payments.ts';
import { readSettings } from './settings.ts';
import { describeConnections, startChecks } from './start-checks.ts';
import { publishFirstDay } from './first-day-address.ts';
import { startFaultMessage } from './start-fault.ts';
import { version } from './version.ts';

/** The folder of the checkout. This file runs from `apps/server/src` or, built, from `apps/server/dist`. */
const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** The checks at a start; the other checks only inform people. */
const checksOfStart = ['settings', 'database', 'migrations', 'indexes', 'storage', 'clock', 'descriptors'] as const;

/** Milliseconds that a stopping server gives to calls under way. */
const longestGoodbyeMs = 10_000;

/** Throws if something listens at the port already. */
async function tryPort(port: number, host: string): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

/** Logs the result of every check at the start. A fault that can be corrected while the server runs does not stop it. */
async function reportChecks(checks: Checks, log: Logger): Promise<void> {
  for (const check of checksOfStart) {
    const { state, words } = await checks[check]();
    log[state === 'bad' ? 'error' : 'info']({ check, state }, words);
  }
}

async function run(): Promise<void> {
  // Files of the server contain personal data, so no other user of the machine may read them.
  process.umask(0o077);
  // Set before there are connections, because a report would contain their peers' addresses.
  const connections = connectionLimits(readDescriptorLimit());
  const settings = readSettings(process.env, root);
  const log = settings.isDemo ? null : pino({ level: settings.logLevel === 'silent' ? 'silent' : 'info' });
  /** The demo prints text for the person at the terminal; the log of an installation has one JSON object per line. */
  const say = (text: string) => void (log ? log.info(text.trim()) : process.stdout.write(`${text}\n`));
  const sayFailure = (words: string) => (error: unknown) =>
    void (log ? log.error({ err: error }, words) : process.stderr.write(`${words}: ${String(error)}\n`));
  const { brand, texts } = readBrandFolder(settings.brandFolder);
  if (!settings.allowedInProduction.includes('demo-brand')) refuseDemoBrand(brand, settings.brandFolder);
  // Every job and timer would report the same outage, so reports in the log are limited.
  const reportFailure = eachSaidAtMostEvery(60_000, () => new Date(), sayFailure('The database failed'));
  const database = await openDatabase({
    url: settings.databaseUrl,
    directUrl: settings.directDatabaseUrl,
    connections: settings.databaseConnections,
    folder: join(settings.dataFolder, 'database'),
    isSpread: settings.isSpread,
    onFailure: reportFailure,
  });
  // The content of the demo takes up to a minute, so a port that is in use is found before it.
  if (settings.isDemo) await tryPort(settings.port, settings.host);
  await migrate(database, { report: say });
  const contextOf = () => ({ db: database.db, now: new Date(), random: Math.random });
  await rebuildDueScores(contextOf(), say);
  if (settings.isDemo) await prepareDemo(contextOf(), settings.contentFolder, say);
  else await refuseDemoDatabase(contextOf());

  const secret = readSecret(settings.secret, settings.dataFolder, settings.previousSecret);
  await adoptSecret(contextOf(), secret, settings.isSecretLost, say);
  const { timed: storage, storageCalls } = timeStorage(
    settings.storage ? openS3Storage(settings.storage) : openFolderStorage(join(settings.dataFolder, 'files'), secret, '/api'),
  );
  const reportLedger = saidAtMostEvery(60_000, () => new Date(), sayFailure('Redis failed'));
  const ledger = settings.redisUrl ? await openRedisLedger(settings.redisUrl, reportLedger) : undefined;
  adoptBrand(brand);
  const listenAt = settings.directDatabaseUrl ?? settings.databaseUrl;
  const announcements = listenAt ? announcementsOfDatabase(listenAt, reportFailure) : announcementsOfProcess;
  const siteHost = settings.siteUrl ? new URL(settings.siteUrl).host : undefined;
  const reportSms = saidAtMostEvery(60_000, () => new Date(), sayFailure('The second provider of text messages is asked'));
  const openSender = (of: typeof settings.sms) => openSms(of, brand.name, siteHost, say);
  const first = openSender(settings.sms);
  const sender = settings.secondSms ? withSecond(first, openSender(settings.secondSms), reportSms) : first;
  const counted = settings.metrics && countSends(sender);
  const codeSender = counted ?? sender;
  const mail = settings.mail ? openMail(settings.mail) : settings.isDemo ? mailOnPage : null;
  const watched = { pool: database.pool, storage, dataFolder: settings.dataFolder, version, contextOf, reportFailure };
  const metrics = settings.metrics && openMetrics(watched, [storageCalls, ...(counted ? [counted.sends] : [])]);
  const profileKeys = profileKeysIn(settings.profileKeyFolder, say);
  // Hooks of the stand-in arrive in the same way as a provider's.
  let deliver: (hook: RawPaymentHook) => Promise<unknown> = () => Promise.reject(new Error('The server does not listen yet'));
  const standIn = () =>
    standInPayments({ secret, file: join(settings.dataFolder, 'stand-in-payments.jsonl'), deliver: (hook) => deliver(hook) });
  const payments = settings.razorpay ? razorpay(settings.razorpay) : settings.isDemo ? standIn() : null;
  const heardOfClock: { say?: (aheadMs: number | null) => void; jobs?: Jobs } = {};
  const clockWatch = watchClock(database.db, {
    onChange: (aheadMs) => {
      heardOfClock.say?.(aheadMs);
      heardOfClock.jobs?.setPaused(aheadMs !== null).catch(reportFailure);
    },
    onFailure: reportFailure,
  });
  const checks = startChecks({ settings, database, storage, mail, clock: clockWatch, connections });
  let isStopping = false;
  const app = await buildApp({
    db: database.db,
    clockWatch,
    isStopping: () => isStopping,
    meetings: meetingsOf(process.env, settings.siteUrl),
    payments,
    settings,
    texts,
    codeSender,
    mail,
    firstDay: settings.isDemo ? null : { checks, contentFolder: settings.contentFolder },
    observeCall: metrics?.observeCall,
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
  heardOfClock.say = (aheadMs) =>
    aheadMs === null
      ? app.log.warn('The clock of this process agrees with the database’s again: it takes calls and ends tests.')
      : app.log.error(
          { aheadMs },
          'The clock of this process differs from the database’s: it takes no calls and ends nothing until one of the two is set right.',
        );
  await clockWatch.compare();
  deliver = ({ body, headers }) => app.inject({ method: 'POST', url: '/hooks/stand-in', headers, payload: body });
  if (settings.isDemo) {
    await placeDemoFiles(contextOf(), storage, demoInstitute.code);
    await placeDemoImports(contextOf(), storage, demoInstitute.code);
    await placeDemoCandidates(contextOf(), { storage, contentFolder: settings.contentFolder }, demoInstitute.code);
    await placeDemoDoubts(contextOf(), { storage, contentFolder: settings.contentFolder }, demoInstitute.code);
    await placeDemoLetters(contextOf(), storage);
  }
  const running = await startJobs(
    database.jobPool,
    jobsWith({
      storage,
      payments,
      post: { sender: codeSender, mail, siteUrl: settings.siteUrl, secret },
      reportPaymentFault: (fault) => app.log.warn(fault),
      report: (words) => app.log.info(words),
      isEmbedded: database.kind === 'embedded',
      waitsForTests: database.kind === 'embedded' && !settings.isDemo,
    }),
    contextOf,
    reportFailure,
    clockWatch.compare,
  );
  heardOfClock.jobs = running;
  await running.setPaused(!clockWatch.isRight());
  const refuseCommands = await takeCommands(settings.dataFolder, commands, () => {
    if (!clockWatch.isRight()) throw new Error(wrongClock);
    return {
      ...contextOf(),
      secret,
      storage,
      payments,
      place: {
        database,
        dataFolder: settings.dataFolder,
        profileKeyFolder: settings.profileKeyFolder,
        isSecretGiven: settings.secret !== undefined,
      },
      isServing: true,
    };
  });
  // A start that fails after this point, such as at a taken port, leaves no socket behind.
  process.once('exit', refuseCommands);
  await app.listen({ port: settings.port, host: settings.host });
  const metricsPort = settings.metrics && (await metrics?.listen(app, settings.metrics));
  const silenceHall = settings.isDemo ? every(HEARD_EVERY, () => keepDemoAlive(contextOf()), reportFailure) : () => undefined;

  const stop = async () => {
    isStopping = true;
    refuseCommands();
    // The sender of calls first learns that this process is not ready.
    await setTimeout(settings.drainSeconds * 1000);
    // Connections that still send, or wait for a silent database, are closed in the end.
    later(() => app.server.closeAllConnections(), longestGoodbyeMs).unref();
    later(() => process.exit(1), 2 * longestGoodbyeMs).unref();
    silenceHall();
    clockWatch.close();
    await app.close();
    await metrics?.close();
    await running.stop();
    mail?.close();
    await database.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().then(() => process.exit(0)));

  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  if (log) await reportChecks(checks, log);
  say(`\nAbhyas runs on http://localhost:${port} (${database.kind} database).`);
  if (settings.isDemo) say(`${describeConnections(connections)}\n`);
  if (metricsPort !== undefined) say(`Prometheus reads its metrics on port ${metricsPort}, at /metrics.`);
  if (!settings.isDemo) {
    const site = settings.siteUrl ?? `http://localhost:${port}`;
    await makeFirstDayWord(contextOf(), secret, (word) => publishFirstDay(word, site, settings.dataFolder, say));
    return;
  }
  say('Sign in with one of the demo numbers, or any other; the page shows the code.');
  for (const { phone, name, what } of demoPeople) say(`  ${phone}  ${name}: ${what}`);
  say('\nPress Ctrl+C to stop.');
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${startFaultMessage(error)}\n`);
  process.exitCode = 1;
  // A worker thread may keep the process alive.
  process.exit();
}
