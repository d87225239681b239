import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import underPressure from '@fastify/under-pressure';
import { Problem } from '@abhyas/contract/problem';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { constants } from 'node:zlib';
import type { Database } from './database/open.ts';
import type { Context } from './context.ts';
import { bookmarkRoutes } from './features/bookmarks/bookmarks.routes.ts';
import { homeRoutes } from './features/home/home.routes.ts';
import { authenticate, type CodeSender } from './features/identity/identity.ts';
import { answerFileRoutes } from './features/answer-files/answer-files.routes.ts';
import { testCodeRoutes } from './features/test-codes/test-codes.routes.ts';
import { mistakeRoutes } from './features/mistakes/mistakes.routes.ts';
import { notificationRoutes } from './features/notifications/notifications.routes.ts';
import { identityJobs } from './features/identity/identity.jobs.ts';
import { identityRoutes } from './features/identity/identity.routes.ts';
import { registerPictures } from './features/pictures/pictures.ts';
import { practiceRoutes } from './features/practice/practice.routes.ts';
import { reportRoutes } from './features/reports/reports.routes.ts';
import { responseRoutes } from './features/responses/responses.routes.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { sessionJobs } from './features/sessions/sessions.jobs.ts';
import { sessionRoutes } from './features/sessions/sessions.routes.ts';
import { registerApi } from './http/api.ts';
import { createFailureHandler } from './http/error-handler.ts';
import { registerSite } from './http/site.ts';
import type { FolderStorage } from './integrations/storage/folder-storage.ts';
import { registerFolderStorage } from './integrations/storage/folder-storage.routes.ts';
import type { Storage } from './integrations/storage/storage.ts';
import type { Job } from './jobs/job.ts';
import type { Settings } from './settings.ts';

const megabyte = 1024 * 1024;
/** The largest upload over a slow mobile network takes less. */
const longestRequestMs = 60_000;
/** A connection that says nothing is closed after as long. */
const longestHeadersMs = 20_000;

/** What an application is made of; tests hand in their own clock, chance and code sender. */
export interface Parts {
  db: Database;
  settings: Pick<Settings, 'siteUrl' | 'logLevel' | 'isUnderMaintenance'> & {
    /** None where the site is not served. */
    siteFolder: string | undefined;
  };
  codeSender: CodeSender;
  /** Keys the codes of institutes. */
  secret: Buffer;
  /** Where files of users lie. */
  storage: Storage | FolderStorage;
  clock?: () => Date;
  random?: () => number;
  /** Milliseconds that the event loop may lag before calls are answered `busy`; 0 for never. */
  mostLag?: number;
}

/** Every feature's jobs, one line each. */
export const jobs: readonly Job[] = [...identityJobs, ...sessionJobs];

/** The composition root: every feature's routes, one line each. */
export async function buildApp({
  db,
  settings,
  codeSender,
  secret,
  storage,
  clock = () => new Date(),
  random = Math.random,
  mostLag = 2000,
}: Parts): Promise<FastifyInstance> {
  const answerFailure = createFailureHandler(clock);
  const app = fastify({
    bodyLimit: megabyte,
    requestTimeout: longestRequestMs,
    http: { headersTimeout: longestHeadersMs, connectionsCheckingInterval: 5000 },
    // Phone numbers and codes travel in bodies, tokens in headers: neither is logged.
    logger:
      settings.logLevel === 'silent' ? false : { level: settings.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: answerFailure,
  });
  const contextOf = (): Context => ({ db, now: clock(), random });

  app.setErrorHandler(answerFailure);
  await app.register(cookie);
  await app.register(compress, {
    threshold: 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 1 },
  });
  await app.register(underPressure, {
    maxEventLoopDelay: mostLag,
    retryAfter: 5,
    pressureHandler: () => {
      throw new Problem('busy');
    },
  });
  await app.register(swagger, {
    openapi: { info: { title: 'Abhyas', version: '1', description: 'Every call between the site and the server.' } },
  });
  await app.register(
    async (api) => {
      registerApi(
        api,
        [
          ...identityRoutes(codeSender),
          ...homeRoutes,
          ...practiceRoutes,
          ...sessionRoutes(secret),
          ...responseRoutes,
          ...reportRoutes,
          ...testCodeRoutes(secret),
          ...answerFileRoutes,
          ...notificationRoutes,
          ...bookmarkRoutes,
          ...mistakeRoutes,
          ...searchRoutes,
        ],
        { contextOf, authenticate, siteUrl: settings.siteUrl, isUnderMaintenance: settings.isUnderMaintenance },
      );
      registerPictures(api, contextOf);
      api.get('/docs', { schema: { hide: true } }, () => app.swagger());
    },
    { prefix: '/api' },
  );
  if ('takeForm' in storage) await app.register((api) => registerFolderStorage(api, storage, clock), { prefix: '/api' });
  if (settings.siteFolder) await registerSite(app, settings.siteFolder, settings.siteUrl);
  else app.setNotFoundHandler(() => Promise.reject(new Problem('not_found')));
  return app;
}
