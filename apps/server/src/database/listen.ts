import pg from 'pg';
import { ANNOUNCEMENTS, announcementsHere } from './announce.ts';
import { applicationName } from './open.ts';

export interface Announcements {
  /**
   * Calls back with each changed subject, and with null when announcements may have been missed. Returns a function that stops listening.
   */
  listen(hear: (subject: string | null) => void): () => Promise<void>;
}

/** Listens within this process, for the embedded database. */
export const announcementsOfProcess: Announcements = {
  listen: (hear) => {
    announcementsHere.on('subject', hear);
    return async () => void announcementsHere.off('subject', hear);
  },
};

const firstRetryMs = 250;
const longestRetryMs = 10_000;

/** Listens to all processes on a PostgreSQL server, by a separate connection that is reopened after a loss. */
export function announcementsOfDatabase(url: string, onFailure: (error: unknown) => void): Announcements {
  return {
    listen: (hear) => {
      let isStopped = false;
      let client: pg.Client | undefined;
      let retryMs = firstRetryMs;
      let timer: NodeJS.Timeout | undefined;
      const retry = () => {
        client = undefined;
        if (isStopped || timer) return;
        timer = setTimeout(() => {
          timer = undefined;
          void connect();
        }, retryMs);
        retryMs = Math.min(longestRetryMs, 2 * retryMs);
      };
      const connect = async () => {
        const next = new pg.Client({
          connectionString: url,
          application_name: applicationName,
          keepAlive: true,
          keepAliveInitialDelayMillis: 10_000,
        });
        client = next;
        next.on('error', (error) => {
          onFailure(error);
          if (client === next) retry();
        });
        next.on('end', () => {
          if (client === next) retry();
        });
        next.on('notification', ({ payload }) => hear(payload ?? null));
        try {
          await next.connect();
          await next.query(`listen ${ANNOUNCEMENTS}`);
          retryMs = firstRetryMs;
          hear(null);
        } catch (error) {
          onFailure(error);
          if (client === next) retry();
          await next.end().catch(() => {});
        }
      };
      void connect();
      return async () => {
        isStopped = true;
        clearTimeout(timer);
        const open = client;
        client = undefined;
        await open?.end().catch(() => {});
      };
    },
  };
}
