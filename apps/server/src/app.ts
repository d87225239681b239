import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { Problem } from '@abhyas/contract/problem';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { constants } from 'node:zlib';
import { setTimeout } from 'node:timers/promises';
import { type Budgets, type Ledger, openBudgets } from './budgets/budgets.ts';
import { ledgerInDatabase } from './budgets/ledger.store.ts';
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
import { registerMeetingHooks } from './features/classes/meeting-hooks/meeting-hooks.ts';
import { authenticate, hasSuccessor } from './features/institute/identity/identity.ts';
import { openMaintenance } from './features/site/maintenance/maintenance.ts';
import { registerPictures } from './features/bank/pictures/pictures.ts';
import { registerHtmlPages } from './features/site/html-pages/html-pages.routes.ts';
import { registerPaymentHooks } from './features/payments/payments/payments.routes.ts';
import { registerCalendars } from './features/classes/timetable/timetable.routes.ts';
import { pendingTestOf } from './features/tests/sessions/sessions.ts';
import { registerApi } from './http/api.ts';
import { createFailureHandler } from './http/error-handler.ts';
import { type ConnectionLimits, connectionLimits, limitConnections, proxiesOf } from './http/connections.ts';
import { refuseWhileLagging } from './http/event-loop-lag.ts';
import { KnownSignIns } from './http/known-sign-ins.ts';
import { describeApi } from './http/openapi.ts';
import { registerReference } from './http/reference.ts';
import { openSecurityLog, type SecurityLog } from './http/security-log.ts';
import { readPage } from './http/page.ts';
import { registerSite } from './http/site.ts';
import type { GoogleSignIn } from './integrations/google/google.ts';
import type { CodeSender } from './integrations/sms/sender.ts';
import { type ProfileKeys, profileKeysInMemory } from './integrations/profile-keys.ts';
import { registerApplicationUpload } from './features/site/public-pages/application-upload.routes.ts';
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
import { type Announcements, announcementsOfProcess } from './database/listen.ts';
import type { Settings } from './settings.ts';

const megabyte = 1024 * 1024;
/** The largest upload of answers over a slow mobile network takes less. */
const longestRequestMs = 60_000;
/** As long as a part of a file may take where files come through this server: 5 MiB at 150 kbit/s. */
const longestFileMs = 300_000;
/** A connection that says nothing is closed after as long. */
const longestHeadersMs = 20_000;
/** A connection over which nothing moves for as long, in either direction, is closed. Statements of the database end sooner. */
const longestStillMs = 120_000;

/** What an application is made of; tests hand in their own clock, chance and code sender. */
export interface Parts {
  db: Database;
  settings: Partial<Pick<Settings, 'brandFolder' | 'siteHosts' | 'oldestSite'>> &
    Pick<Settings, 'siteUrl' | 'logLevel' | 'isUnderMaintenance' | 'trustProxy'> & {
      /** None where the site is not served. */
      siteFolder: string | undefined;
    };
  codeSender: CodeSender;
  /** What the installation says of itself beside its brand; nothing when absent. */
  texts?: SiteTexts;
  /** Keys the codes of institutes. */
  secret: Buffer;
  /** Where files of users lie. */
  storage: Storage | FolderStorage;
  /** Sign-in with Google; not offered when absent. */
  google?: GoogleSignIn | null;
  /** Where classes are held beside our own room and given addresses. */
  meetings?: Partial<MeetingProviders>;
  /** Who takes payments; nobody when absent. */
  payments?: PaymentProvider | null;
  /** Where it is heard what changed on live channels; this process alone when absent. */
  announcements?: Announcements;
  /** Staff pass a second factor before their first act; not in the demo. */
  requiresSecondFactor?: boolean;
  /** What profiles are sealed with; of this process alone when absent. */
  profileKeys?: ProfileKeys;
  /** Takes profiles that are not sealed: the demo. */
  takesPlainProfile?: boolean;
  /** Where processes add up their budgets; the database when absent. */
  ledger?: Ledger | undefined;
  /** For who counts in another way than over the ledger. */
  budgets?: Budgets;
  /** Lets time pass before a wrong guess is answered. */
  wait?: (ms: number) => Promise<unknown>;
  /** Hears the lines of the log, which goes to standard output without it. */
  logTo?: { write(line: string): void };
  clock?: () => Date;
  random?: () => number;
  /** How many connections the process takes; as where the system sets no limit when absent. */
  connections?: ConnectionLimits;
  /** Milliseconds that the event loop may lag before calls are answered `busy`; 0 for never. */
  mostLag?: number;
}

/** The nine domains, from the top down: each imports from those below it only. */
const domains: readonly Domain[] = [site, reports, examOffice, practice, classes, tests, paymentsDomain, bank, institute];

/** The jobs that need nothing but the database. */
export const jobs: readonly Job[] = domains.flatMap((domain) => domain.jobs ?? []);

const channels: readonly Channel[] = domains.flatMap((domain) => domain.channels ?? []);

/** All jobs of the server. */
export const jobsWith = (parts: JobParts): readonly Job[] => [...jobs, ...domains.flatMap((domain) => domain.jobsWith?.(parts) ?? [])];

const noTexts: SiteTexts = { careers: { culture: [], perks: [], departments: [] }, team: { roles: [], groups: [] } };

/** The composition root: every feature's routes, one line each. */
export async function buildApp({
  db,
  settings,
  codeSender,
  texts = noTexts,
  secret,
  storage,
  google = null,
  requiresSecondFactor = false,
  meetings = {},
  payments = null,
  announcements = announcementsOfProcess,
  profileKeys = profileKeysInMemory(),
  takesPlainProfile = true,
  ledger = ledgerInDatabase(db),
  budgets: otherBudgets,
  wait = setTimeout,
  logTo,
  clock = () => new Date(),
  random = Math.random,
  connections = connectionLimits(null),
  mostLag = 2000,
}: Parts): Promise<FastifyInstance> {
  const hops = settings.trustProxy;
  /** Refusals are answered by what is made before there is a log. */
  const log: { security?: SecurityLog } = {};
  const answerFailure: ReturnType<typeof createFailureHandler> = createFailureHandler(clock, {
    note: (...event) => log.security?.note(...event),
    noteRefusal: (...refusal) => log.security?.noteRefusal(...refusal),
  });
  const counted = limitConnections(connections, proxiesOf(hops), (details, words) => app.log.warn(details, words));
  const app = fastify({
    serverFactory: counted.serverFactory,
    connectionTimeout: longestStillMs,
    bodyLimit: megabyte,
    trustProxy: typeof hops === 'number' ? (_address: string, hop: number) => hop < hops : hops,
    requestTimeout: 'takeForm' in storage ? longestFileMs : longestRequestMs,
    http: { headersTimeout: longestHeadersMs, connectionsCheckingInterval: 5000 },
    // Phone numbers and codes travel in bodies, tokens in headers: neither is logged.
    logger:
      settings.logLevel === 'silent'
        ? false
        : { level: settings.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'], ...(logTo ? { stream: logTo } : {}) },
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: answerFailure,
  });
  const security = openSecurityLog(app.log);
  log.security = security;
  const budgets = otherBudgets ?? openBudgets(ledger, clock, (error) => app.log.warn({ err: error }, 'budgets not shared'));
  app.addHook('onClose', () => budgets.close());
  const contextOf = (): Context => ({ db, now: clock(), random });
  const maintenance = openMaintenance(contextOf);
  const known = new KnownSignIns(budgets);

  const keys = { sender: codeSender, secret, wait };
  const providers: MeetingProviders = { room: roomMeetings, link: linkMeetings, ...meetings };
  const description = describeApi();
  const parts: FeatureParts = {
    keys,
    google,
    secret,
    texts,
    providers,
    reportMeetingFault: (err) => app.log.error({ err }, 'provider of meetings'),
    profileKeys,
    isDemo: takesPlainProfile,
    storage,
    payments,
  };

  app.setErrorHandler(answerFailure);
  await app.register(cookie);
  await app.register(compress, {
    threshold: 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 1 },
  });
  counted.addHooks(app);
  if (mostLag > 0) refuseWhileLagging(app, mostLag);
  await app.register(
    async (api) => {
      registerApi(
        api,
        domains.flatMap((domain) => domain.routes(parts)),
        {
          contextOf,
          authenticate,
          hasSuccessor,
          siteUrl: settings.siteUrl,
          isUnderMaintenance: settings.isUnderMaintenance || maintenance.isOn,
          leading: { siteHosts: settings.siteHosts ?? [], pendingTestOf: (student) => pendingTestOf(contextOf(), student) },
          oldestSite: settings.oldestSite ?? 0,
          requiresSecondFactor,
          budgets,
          known,
          security,
        },
      );
      registerPictures(api, contextOf);
      registerCalendars(api, contextOf);
      api.get('/docs', () => description);
      registerReference(api);
    },
    { prefix: '/api' },
  );
  await app.register((api) => registerApplicationUpload(api, { contextOf, storage, budgets, siteUrl: settings.siteUrl }), {
    prefix: '/api',
  });
  await app.register(async (hooks) => registerMeetingHooks(hooks, providers, contextOf));
  if (payments) await app.register(async (hooks) => registerPaymentHooks(hooks, payments, contextOf));
  await app.register((api) => registerCable(api, { channels, contextOf, authenticate, announcements, known, siteUrl: settings.siteUrl }), {
    prefix: '/api',
  });
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
    registerHtmlPages(app, { writePage, siteUrl: settings.siteUrl, contextOf, texts, brandFolder: settings.brandFolder, budgets });
  } else app.setNotFoundHandler(() => Promise.reject(new Problem('not_found')));
  return app;
}
