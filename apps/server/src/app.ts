import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { Problem } from '@abhyas/contract/problem';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { constants } from 'node:zlib';
import { setTimeout } from 'node:timers/promises';
import { type Budgets, type Ledger, openBudgets } from './budgets/budgets.ts';
import { ledgerInDatabase } from './budgets/ledger.store.ts';
import { type ClockWatch, trustedClock } from './jobs/clock-watch.ts';
import type { Database } from './database/open.ts';
import type { Context } from './context.ts';
import type { Domain, FeatureParts, JobParts } from './features/domain.ts';
import { site } from './features/site/site.domain.ts';
import { reports } from './features/reports/reports.domain.ts';
import { examOffice } from './features/exam-office/exam-office.domain.ts';
import { practice } from './features/practice/practice.domain.ts';
import { classes } from './features/classes/classes.domain.ts';
import { tests } from './features/tests/tests.domain.ts';
import { payments as paymentsDomain } from './features/payments/payments.domain.ts';
import { bank } from './features/bank/bank.domain.ts';
import { institute } from './features/institute/institute.domain.ts';
import { isSheetAwaited } from './features/exam-office/offline-tests/offline-tests.ts';
import { registerMeetingHooks } from './features/classes/meeting-hooks/meeting-hooks.ts';
import { authenticate, hasSuccessor } from './features/institute/identity/identity.ts';
import { registerMailHook } from './features/site/letters/letters.routes.ts';
import { openMaintenance } from './features/site/maintenance/maintenance.ts';
import { registerPictures } from './features/bank/pictures/pictures.ts';
import { registerHtmlPages } from './features/site/html-pages/html-pages.routes.ts';
import { registerPaymentHooks } from './features/payments/payments/payments.routes.ts';
import { registerCalendars } from './features/classes/timetable/timetable.routes.ts';
import { pendingTestOf } from './features/tests/sessions/sessions.ts';
import { countOtherRequests } from './http/anonymous-budget.ts';
import { type BodyTime, bodyTime, limitBodyTime } from './http/body-time.ts';
import { cookieNames, registerApi, tokenOf } from './http/api.ts';
import { createFailureHandler } from './http/error-handler.ts';
import { type ConnectionLimits, connectionLimits, limitConnections, proxiesOf } from './http/connections.ts';
import { registerHealth } from './http/health.ts';
import { refuseWhileLagging } from './http/event-loop-lag.ts';
import { KeptAnswers, sendKept } from './http/kept-answers.ts';
import { buildSerializer } from './http/lazy-compilers.ts';
import { KnownSignIns } from './http/known-sign-ins.ts';
import { describedApi } from './http/openapi.ts';
import { registerReference } from './http/reference.ts';
import { openSecurityLog, type SecurityLog } from './http/security-log.ts';
import { readPage } from './http/page.ts';
import { registerSite } from './http/site.ts';
import type { GoogleSignIn } from './integrations/google/google.ts';
import type { MailSender } from './integrations/mail/mail.ts';
import type { CodeSender } from './integrations/sms/sender.ts';
import { type ProfileKeys, profileKeysInMemory } from './integrations/profile-keys.ts';
import { registerApplicationUpload } from './features/site/public-pages/application-upload.routes.ts';
import type { FirstDayParts } from './features/site/first-day/first-day.ts';
import type { SiteTexts } from './features/site/public-pages/public-pages.ts';
import type { FolderStorage } from './integrations/storage/folder-storage.ts';
import { registerFolderStorage } from './integrations/storage/folder-storage.routes.ts';
import type { Storage } from './integrations/storage/storage.ts';
import type { Job } from './jobs/job.ts';
import { linkMeetings, roomMeetings } from './integrations/meetings/own-meetings.ts';
import type { MeetingProviders } from './integrations/meetings/meetings.ts';
import type { PaymentProvider } from './integrations/payments/payments.ts';
import { registerCable } from './live/cable.ts';
import type { Channel } from './live/channel.ts';
import type { ObserveCall } from './features/site/metrics/metrics.ts';
import { type Announcements, announcementsOfProcess } from './database/listen.ts';
import type { Settings } from './settings.ts';

const megabyte = 1024 * 1024;
/** Time limit of a request with a file: 5 MiB at 150 kbit/s. Other bodies have a minute (`limitBodyTime`). */
const longestFileMs = 300_000;
/** A connection without a request is closed after this time. */
const longestHeadersMs = 20_000;
/** A connection without traffic in either direction is closed after this time. Database statements have shorter limits. */
const longestStillMs = 120_000;

/** The parts of an application; tests pass their own clock, randomness and code sender. */
export interface Parts {
  db: Database;
  settings: Partial<Pick<Settings, 'brandFolder' | 'siteHosts' | 'oldestSite' | 'isPremiumOpen'>> &
    Pick<Settings, 'siteUrl' | 'logLevel' | 'isUnderMaintenance' | 'trustProxy'> & {
      /** Folder of the built site; absent if this server does not serve the site. */
      siteFolder: string | undefined;
    };
  codeSender: CodeSender;
  /** The installation's texts beside its brand; none when absent. */
  texts?: SiteTexts;
  /** The checks and the content folder that set up an installation on its first day; no such setup when absent. */
  firstDay?: Pick<FirstDayParts, 'checks' | 'contentFolder'> | null;
  /** The secret of the HMAC of institutes' codes. */
  secret: Buffer;
  /** Storage of users' files. */
  storage: Storage | FolderStorage;
  /** Sign-in with Google; unavailable when absent. */
  google?: GoogleSignIn | null;
  /** Outside providers of live classes, besides the site's own class page and plain links. */
  meetings?: Partial<MeetingProviders>;
  /** Sends e-mails; none when absent. */
  mail?: MailSender | null;
  /** The payment provider; no payments when absent. */
  payments?: PaymentProvider | null;
  /** Carries changes of live channels between processes; only this process when absent. */
  announcements?: Announcements;
  /** Whether staff need a second factor; not in the demo. */
  requiresSecondFactor?: boolean;
  /** Keys that encrypt profiles; when absent, keys that exist only in this process. */
  profileKeys?: ProfileKeys;
  /** Whether unencrypted profiles are accepted; only in the demo. */
  takesPlainProfile?: boolean;
  /** Ledger in which processes add up their budgets; the database when absent. */
  ledger?: Ledger | undefined;
  /** Budgets to use in place of those that the ledger shares. */
  budgets?: Budgets;
  /** Waits before a wrong guess is answered. */
  wait?: (ms: number) => Promise<unknown>;
  /** Receives the lines of the log; standard output when absent. */
  logTo?: { write(line: string): void };
  /** Receives each answered call, for metrics. */
  observeCall?: ObserveCall | undefined;
  clock?: () => Date;
  /** Whether the clock is right; always when absent. */
  clockWatch?: ClockWatch;
  /** Whether the process is stopping. */
  isStopping?: () => boolean;
  random?: () => number;
  /** The most connections that the process accepts; when absent, the number for a system without a limit of files. */
  connections?: ConnectionLimits;
  /** The time in which bodies must arrive. */
  bodies?: BodyTime;
  /** Lag of the event loop, in ms, above which calls are answered `busy`; 0 for never. */
  mostLag?: number;
}

/** The nine domains from top to bottom: each imports from lower ones only. */
const domains: readonly Domain[] = [site, reports, examOffice, practice, classes, tests, paymentsDomain, bank, institute];

/** The jobs that need only the database. */
export const jobs: readonly Job[] = domains.flatMap((domain) => domain.jobs ?? []);

const channels: readonly Channel[] = domains.flatMap((domain) => domain.channels ?? []);

/** All jobs of the server. */
export const jobsWith = (parts: JobParts): readonly Job[] => [...jobs, ...domains.flatMap((domain) => domain.jobsWith?.(parts) ?? [])];

const noTexts: SiteTexts = { careers: { culture: [], perks: [], departments: [] }, team: { roles: [], groups: [] } };

/** The composition root, which registers the routes of every feature. */
export async function buildApp({
  db,
  settings,
  codeSender,
  texts = noTexts,
  firstDay = null,
  secret,
  storage,
  google = null,
  requiresSecondFactor = false,
  meetings = {},
  mail = null,
  payments = null,
  announcements = announcementsOfProcess,
  profileKeys = profileKeysInMemory(),
  takesPlainProfile = true,
  ledger = ledgerInDatabase(db),
  budgets: otherBudgets,
  wait = setTimeout,
  logTo,
  observeCall,
  clock = () => new Date(),
  clockWatch = trustedClock,
  isStopping = () => false,
  random = Math.random,
  connections = connectionLimits(null),
  bodies = bodyTime,
  mostLag = 2000,
}: Parts): Promise<FastifyInstance> {
  const hops = settings.trustProxy;
  /** The error handler, which is made before the log exists. */
  const log: { security?: SecurityLog } = {};
  const answerFailure: ReturnType<typeof createFailureHandler> = createFailureHandler(clock, {
    note: (...event) => log.security?.note(...event),
    noteRefusal: (...refusal) => log.security?.noteRefusal(...refusal),
  });
  const counted = limitConnections(connections, proxiesOf(hops), (details, words) => app.log.warn(details, words));
  const app = fastify({
    serverFactory: counted.serverFactory,
    connectionTimeout: longestStillMs,
    // Refused below with the catalogue's `busy`, which pages understand and repeat.
    return503OnClosing: false,
    bodyLimit: megabyte,
    trustProxy: typeof hops === 'number' ? (_address: string, hop: number) => hop < hops : hops,
    requestTimeout: longestFileMs,
    http: { headersTimeout: longestHeadersMs, connectionsCheckingInterval: 5000 },
    // Bodies contain phone numbers and codes, headers contain tokens: neither is logged.
    logger:
      settings.logLevel === 'silent'
        ? false
        : { level: settings.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'], ...(logTo ? { stream: logTo } : {}) },
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true },
    schemaController: { compilersFactory: { buildSerializer } },
    frameworkErrors: answerFailure,
  });
  const security = openSecurityLog(app.log);
  log.security = security;
  const budgets = otherBudgets ?? openBudgets(ledger, clock, (error) => app.log.warn({ err: error }, 'budgets not shared'));
  app.addHook('onClose', () => budgets.close());
  /** Finds the person of a sign-in, for calls and sockets. */
  const identify: typeof authenticate = async (context, signIn) => {
    const person = await authenticate(context, signIn);
    return person && { ...person, requiresSecondFactor };
  };
  const contextOf = (): Context => ({ db, now: clock(), random, isPremiumOpen: settings.isPremiumOpen ?? false });
  const maintenance = openMaintenance(contextOf);
  const known = new KnownSignIns(budgets);

  const keys = { sender: codeSender, secret, siteUrl: settings.siteUrl, wait };
  const providers: MeetingProviders = { room: roomMeetings, link: linkMeetings, ...meetings };
  const kept = new KeptAnswers();
  const post = { sender: codeSender, mail, siteUrl: settings.siteUrl, secret };
  const parts: FeatureParts = {
    keys,
    google,
    secret,
    texts,
    firstDay: firstDay && { ...firstDay, sender: codeSender, secret },
    siteHosts: settings.siteHosts ?? [],
    providers,
    reportMeetingFault: (err) => app.log.error({ err }, 'provider of meetings'),
    profileKeys,
    isSheetAwaited,
    isDemo: takesPlainProfile,
    storage,
    payments,
    post,
  };

  app.setErrorHandler(answerFailure);
  let isClosing = false;
  app.addHook('preClose', async () => void (isClosing = true));
  app.addHook('onRequest', (_request, _reply, done) => done(isClosing ? new Problem('busy') : undefined));
  if (observeCall || settings.logLevel === 'info') {
    app.addHook('onResponse', (request, reply, done) => {
      const { method, routeOptions } = request;
      // The address itself may contain a token or a search.
      const route = routeOptions.url === undefined ? 'none' : `${method} ${routeOptions.url}`;
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      observeCall?.(route, reply.statusCode, ms);
      request.log.info({ route, status: reply.statusCode, ms }, 'call');
      done();
    });
  }
  await app.register(cookie);
  await app.register(compress, {
    threshold: 1024,
    // A stream and its pipeline cost more than compressing a page of a list at once, which takes about a millisecond.
    syncThreshold: 65_536,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 1 },
  });
  counted.addHooks(app);
  limitBodyTime(app, bodies);
  if (mostLag > 0) refuseWhileLagging(app, mostLag);
  countOtherRequests(app, known, cookieNames(settings.siteUrl).token);
  registerHealth(app, { db, clock: clockWatch, isStopping });
  // Before the first request, which would otherwise hold up others for it. A test that listens at no port does not pay for it.
  app.addHook('onListen', async () => void describedApi());
  await app.register(
    async (api) => {
      registerApi(
        api,
        domains.flatMap((domain) => domain.routes(parts)),
        {
          contextOf,
          authenticate: identify,
          hasSuccessor,
          siteUrl: settings.siteUrl,
          isUnderMaintenance: settings.isUnderMaintenance || maintenance.isOn,
          isClockRight: clockWatch.isRight,
          leading: { siteHosts: settings.siteHosts ?? [], pendingTestOf: (student) => pendingTestOf(contextOf(), student) },
          oldestSite: settings.oldestSite ?? 0,
          budgets,
          known,
          security,
        },
      );
      registerPictures(api, contextOf);
      registerCalendars(api, contextOf, budgets);
      api.get('/docs', (request, reply) =>
        sendKept(
          request,
          reply.header('cache-control', 'no-cache'),
          kept.of('/docs', null, describedApi),
          'application/json; charset=utf-8',
        ),
      );
      registerReference(api);
    },
    { prefix: '/api' },
  );
  await app.register((api) => registerApplicationUpload(api, { contextOf, storage, budgets, siteUrl: settings.siteUrl }), {
    prefix: '/api',
  });
  await app.register(async (hooks) => registerMeetingHooks(hooks, providers, contextOf));
  if (mail) await app.register(async (hooks) => registerMailHook(hooks, post, contextOf));
  if (payments) await app.register(async (hooks) => registerPaymentHooks(hooks, payments, contextOf));
  await app.register(
    (api) => registerCable(api, { channels, contextOf, authenticate: identify, announcements, known, siteUrl: settings.siteUrl }),
    {
      prefix: '/api',
    },
  );
  if ('takeForm' in storage) await app.register((api) => registerFolderStorage(api, storage, clock), { prefix: '/api' });
  if (settings.siteFolder) {
    const writePage = readPage(settings.siteFolder);
    await registerSite(app, {
      siteFolder: settings.siteFolder,
      siteUrl: settings.siteUrl,
      writePage,
      storageOrigin: storage.origin,
      usesGoogle: google !== null && google.standIn === null,
      usesRazorpay: payments?.name === 'razorpay',
    });
    const { token } = cookieNames(settings.siteUrl);
    const personOf = async (request: FastifyRequest) => {
      const signIn = tokenOf(request, token)?.signIn;
      return signIn ? await identify(contextOf(), signIn) : null;
    };
    registerHtmlPages(app, { writePage, siteUrl: settings.siteUrl, contextOf, texts, brandFolder: settings.brandFolder, kept, personOf });
  } else app.setNotFoundHandler(() => Promise.reject(new Problem('not_found')));
  return app;
}
