import { randomUUID } from 'node:crypto';
import { brand } from '@abhyas/contract/institute/brand';
import { readBrandFolder } from './brand-folder.ts';
import { findInvalidIndexes, findServerVersion } from './database/database-checks.ts';
import { findMigrationState } from './database/migrate.ts';
import type { OpenDatabase } from './database/open.ts';
import type { Checks, Found } from './features/site/first-day/first-day.ts';
import { type ConnectionLimits, connectionsOfHall } from './http/connections.ts';
import type { MailSender } from './integrations/mail/mail.ts';
import { bounded, type Storage } from './integrations/storage/storage.ts';
import { type ClockWatch, wrongClock } from './jobs/clock-watch.ts';
import { SettingFault, type Settings } from './settings.ts';

interface CheckedParts {
  settings: Pick<Settings, 'siteUrl' | 'secret' | 'storage' | 'dataFolder' | 'sms' | 'razorpay' | 'brandFolder' | 'isPremiumOpen'>;
  database: Pick<OpenDatabase, 'db' | 'kind'>;
  storage: Storage;
  mail: MailSender | null;
  clock: Pick<ClockWatch, 'compare'>;
  connections: ConnectionLimits;
}

const good = (words: string): Found => ({ state: 'good', words });
const open = (words: string): Found => ({ state: 'open', words });
const bad = (words: string): Found => ({ state: 'bad', words });
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Writes, reads and deletes a small object. */
async function tryStorage(storage: Storage): Promise<void> {
  const key = `checks/${randomUUID()}`;
  const content = Buffer.from('A check of the storage.');
  await storage.write(key, 'text/plain', content);
  const chunks: Buffer[] = [];
  for await (const chunk of bounded(await storage.read(key), content.length, { bytes: 0 })) chunks.push(chunk);
  await storage.remove(key);
  if (!Buffer.concat(chunks).equals(content)) throw new Error('It gave back other bytes than were written.');
  if (await storage.find(key)) throw new Error('It did not delete an object.');
}

/** The limit of open files and the connections that it allows, for the operator at the start and on the page of the first day. */
export function describeConnections({ descriptors, most, ofAddress }: ConnectionLimits): string {
  const files = descriptors === null ? 'no limit of open files' : `a limit of ${descriptors} open files`;
  const taken = `With ${files} it takes ${most} connections, ${ofAddress} of one address.`;
  return ofAddress < connectionsOfHall ? `${taken} An institute of 2,000 students needs a higher limit (ulimit -n).` : taken;
}

/** The checks by name. A check that cannot be carried out counts as bad, and its sentence gives the reason. */
export function startChecks({ settings, database, storage, mail, clock, connections }: CheckedParts): Checks {
  const place = settings.storage ? `the bucket ${settings.storage.bucket}` : `the folder ${settings.dataFolder}/files`;
  const checks: Checks = {
    settings: async () => {
      const address = `People open the site at ${settings.siteUrl ?? 'http://localhost'}.`;
      return settings.secret
        ? good(`${address} SECRET comes from the environment.`)
        : open(`${address} SECRET is kept in ${settings.dataFolder}/secret: back this file up, and give further servers the same.`);
    },
    database: async () => {
      const { words } = await findServerVersion(database.db);
      return database.kind === 'PostgreSQL'
        ? good(`The database is PostgreSQL ${words}.`)
        : open('The embedded database serves one process, and may lose the last answers in a power cut. Set DATABASE_URL for a hall.');
    },
    migrations: async () => {
      const { last, missing } = await findMigrationState(database.db);
      return missing === 0
        ? good(`The database has every step of this version, the last is ${last}.`)
        : bad(`The database lacks ${missing} steps of this version. Restart the server, which takes them.`);
    },
    indexes: async () => {
      const names = await findInvalidIndexes(database.db);
      return names.length === 0
        ? good('Every index of the database is in use.')
        : bad(
            `The database does not use the index ${names.join(', ')}. Run: ${names.map((name) => `reindex index concurrently ${name};`).join(' ')}`,
          );
    },
    storage: async () => {
      try {
        await tryStorage(storage);
      } catch (error) {
        const remedy = settings.storage ? 'the STORAGE_ settings, and at the rights of the key' : 'the rights of the folder';
        return bad(`Files cannot be kept in ${place}: ${reasonOf(error)} Look at ${remedy}.`);
      }
      return good(`A small object was written to ${place}, read and deleted.`);
    },
    clock: async () =>
      (await clock.compare()) ? good('The clocks of this machine and of the database agree within five seconds.') : bad(wrongClock),
    descriptors: async () => (connections.ofAddress < connectionsOfHall ? open : good)(describeConnections(connections)),
    messages: async () => open(`Codes are sent by ${settings.sms.provider}. Send a message to your own phone to try it.`),
    mail: async () => {
      if (!mail) return open('No e-mails are sent. Set MAIL_URL and MAIL_FROM to announce Monday letters by e-mail.');
      try {
        await mail.verify();
      } catch (error) {
        return bad(`${reasonOf(error)} Look at MAIL_URL.`);
      }
      return good('The e-mail service took the sign-in.');
    },
    payments: async () =>
      settings.razorpay
        ? open(`Razorpay takes payments with the key ${settings.razorpay.key_id}. The first order tries it.`)
        : settings.isPremiumOpen
          ? good('Premium is open to every student, and no payments are taken.')
          : open('No payments are taken. Set RAZORPAY_KEY_ID and its two secrets to sell Premium, or PREMIUM=open to open it to all.'),
    brand: async () => {
      const { brand: stored } = readBrandFolder(settings.brandFolder);
      return stored.name === brand.name
        ? good(`The site is called ${brand.name}, by the folder ${settings.brandFolder}.`)
        : open(`The folder ${settings.brandFolder} calls the site ${stored.name}. Restart the server to show it.`);
    },
  };
  const failures = (name: string) => (error: unknown) =>
    bad(error instanceof SettingFault ? error.message : `The check ${name} failed: ${reasonOf(error)}`);
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, () => check().catch(failures(name))])) as Record<
    keyof Checks,
    () => Promise<Found>
  >;
}
