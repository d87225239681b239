import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { MailSettings } from './integrations/mail/mail.ts';
import type { SmsSettings } from './integrations/sms/sender.ts';
import type { RazorpaySettings } from './integrations/payments/razorpay.ts';
import type { S3Settings } from './integrations/storage/s3-storage.ts';

/** All configuration of a server process, read once from the environment. */
export interface Settings {
  port: number;
  host: string;
  /** Address of a PostgreSQL server; when absent, the embedded database in `dataFolder` is used. */
  databaseUrl: string | undefined;
  /** Address of the same server past a pooler in transaction mode, which `databaseUrl` then names. */
  directDatabaseUrl: string | undefined;
  /** The most connections of this process to `databaseUrl`. */
  databaseConnections: number;
  /** Whether Citus has spread the database over several machines. */
  isSpread: boolean;
  dataFolder: string;
  /** Folder of the built site. */
  siteFolder: string;
  contentFolder: string;
  /** Folder of the installation's brand: name, texts and pictures. */
  brandFolder: string;
  /** Public address of the site, if it is not this machine; turns on Secure cookies. */
  siteUrl: string | undefined;
  /** Trusted proxies, whose header gives the caller's address: their number, or their addresses. */
  trustProxy: number | string[] | false;
  /** A Redis in which several processes add up budgets; when absent, the database. */
  redisUrl: string | undefined;
  logLevel: 'silent' | 'warn' | 'info';
  /** Where Prometheus reads this process's metrics; absent if metrics are off. */
  metrics: { port: number; host: string } | undefined;
  isUnderMaintenance: boolean;
  /** Seconds for which a stopping server still takes calls, so that their sender learns of the stop from `/readyz`. */
  drainSeconds: number;
  /** Secret of the HMAC of test codes; when absent, one is made and stored in `dataFolder`. */
  secret: string | undefined;
  /** The earlier secret, under which stored data may still be encrypted. */
  previousSecret: string | undefined;
  /** Whether the earlier secret is lost, so that data encrypted under it is deleted. */
  isSecretLost: boolean;
  /** Stand-ins with which `NODE_ENV=production` may start at the operator's explicit wish. */
  allowedInProduction: readonly ProductionException[];
  /** Hosts at which institutes have the site, besides the host of `siteUrl`. */
  siteHosts: string[];
  /** Version of the site; pages of an earlier version reload themselves. */
  oldestSite: number;
  /** The sender of sign-in codes. */
  sms: SmsSettings;
  /** The provider that sends when the first one fails or is slow. */
  secondSms: SmsSettings | undefined;
  /** The service for e-mails; none are sent without it. The demo uses a stand-in. */
  mail: MailSettings | undefined;
  /** Client id at Google; sign-in with Google is unavailable without it. */
  googleClientId: string | undefined;
  /** Whether every student has Premium, because the installation sells none. */
  isPremiumOpen: boolean;
  /** Whether this is the demo, which uses stand-ins and its own database and content. */
  isDemo: boolean;
  /** Files with the keys that encrypt profiles. */
  profileKeyFolder: string;
  /** A bucket of an S3 service for files; when absent, a folder in `dataFolder`. */
  storage: S3Settings | undefined;
  /** The payment provider; without it the demo uses a stand-in, and a production installation takes no payments. */
  razorpay: RazorpaySettings | undefined;
}

/** Stand-ins that production refuses, unless the operator allows them. */
const productionExceptions = ['embedded-database', 'demo-brand'] as const;
type ProductionException = (typeof productionExceptions)[number];

/** An unusable setting; the message names it and says which values are allowed. */
export class SettingFault extends Error {}

const isLoopback = (host: string) => ['127.0.0.1', 'localhost', '::1'].includes(host);

function port(name: string, text = '3000'): number {
  if (!/^\d+$/.test(text) || Number(text) > 65_535)
    throw new SettingFault(`${name} is "${text}"; it must be a whole number from 0 to 65535.`);
  return Number(text);
}

function oneOf<T extends string>(name: string, text: string | undefined, allowed: readonly T[], otherwise: T): T {
  if (text === undefined) return otherwise;
  const found = allowed.find((value) => value === text);
  if (!found) throw new SettingFault(`${name} is "${text}"; it must be one of ${allowed.join(', ')}.`);
  return found;
}

function address(name: string, text: string | undefined, schemes: readonly string[]): string | undefined {
  if (text === undefined || text === '') return undefined;
  const scheme = URL.canParse(text) ? new URL(text).protocol : undefined;
  if (!scheme || !schemes.includes(scheme))
    throw new SettingFault(`${name} must be an address that begins with ${schemes.join('// or ')}//.`);
  return text;
}

function secret(text: string | undefined): string | undefined {
  if (text !== undefined && text.length < 32) throw new SettingFault('SECRET must have at least 32 characters.');
  return text;
}

/** Number or addresses of trusted proxies. Without this limit, any caller could fake its IP address in a header. */
function trustProxy(text: string | undefined): number | string[] | false {
  if (text === undefined || text === '' || text === '0') return false;
  if (/^\d$/.test(text)) return Number(text);
  const addresses = text.split(',').map((one) => one.trim());
  const isAddress = (one: string) => {
    const [host = '', bits = '0', ...rest] = one.split('/');
    return rest.length === 0 && isIP(host) > 0 && /^\d+$/.test(bits) && Number(bits) <= (isIP(host) === 6 ? 128 : 32);
  };
  if (!addresses.every(isAddress))
    throw new SettingFault(`TRUST_PROXY is "${text}"; it must be a number of proxies from 0 to 9, or their addresses such as 10.0.0.0/8.`);
  return addresses;
}

const storageNames = ['STORAGE_ENDPOINT', 'STORAGE_BUCKET', 'STORAGE_REGION', 'STORAGE_ACCESS_KEY', 'STORAGE_SECRET_KEY'] as const;

/** The bucket, if all of its variables are set; a folder, if none is. */
export function readStorageSettings(environment: NodeJS.ProcessEnv): S3Settings | undefined {
  const [endpoint, bucket, region, access_key, secret_key] = storageNames.map((name) => environment[name]);
  const missing = storageNames.filter((name) => !environment[name]);
  if (missing.length === storageNames.length) return undefined;
  address('STORAGE_ENDPOINT', endpoint, ['http:', 'https:']);
  if (!endpoint || !bucket || !region || !access_key || !secret_key)
    throw new SettingFault(`A storage of files needs ${missing.join(', ')} too.`);
  return { endpoint, bucket, region, access_key, secret_key };
}

const razorpayNames = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const;

/** Razorpay, if all of its variables are set. Production refuses keys of the test mode, which take no money. */
export function readPaymentSettings(environment: NodeJS.ProcessEnv): RazorpaySettings | undefined {
  const [key_id, key_secret, hook_secret] = razorpayNames.map((name) => environment[name]?.trim());
  const missing = razorpayNames.filter((name) => !environment[name]?.trim());
  if (missing.length === razorpayNames.length) return undefined;
  if (!key_id || !key_secret || !hook_secret) throw new SettingFault(`Razorpay needs ${missing.join(', ')} too.`);
  if (hook_secret.length < 16) throw new SettingFault('RAZORPAY_WEBHOOK_SECRET must have at least 16 characters.');
  if (key_id.startsWith('rzp_test_') && environment['NODE_ENV'] === 'production')
    throw new SettingFault('RAZORPAY_KEY_ID is a key of the test mode, which takes no money; NODE_ENV=production needs a live one.');
  const at = address('RAZORPAY_ADDRESS', environment['RAZORPAY_ADDRESS'], ['http:', 'https:']);
  return { key_id, key_secret, hook_secret, address: at };
}

function exceptions(text: string | undefined): ProductionException[] {
  const words = (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
  return words.map((word) => oneOf('ALLOW_IN_PRODUCTION', word, productionExceptions, 'demo-brand'));
}

function wholeNumber(name: string, text: string | undefined, otherwise = 0): number {
  if (text === undefined || text === '') return otherwise;
  if (!/^\d{1,9}$/.test(text)) throw new SettingFault(`${name} is "${text}"; it must be a whole number.`);
  return Number(text);
}

function siteHosts(text: string | undefined): string[] {
  const hosts = (text ?? '')
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean);
  const wrong = hosts.find((host) => !/^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(host));
  if (wrong !== undefined) throw new SettingFault(`SITE_HOSTS holds "${wrong}"; it must be a list of hosts such as classes.example.`);
  return hosts;
}

const demoHosts = (environment: NodeJS.ProcessEnv): string =>
  ['localhost', '127.0.0.1'].map((host) => `${host}:${port('PORT', environment['PORT'])}`).join(',');

/** The provider of text messages of this name, from its variables. `variable` names the setting that chose it. */
function providerOf(environment: NodeJS.ProcessEnv, variable: string, provider: 'msg91' | 'twilio', at: string | undefined): SmsSettings {
  const of = (name: string) => {
    const value = environment[name]?.trim();
    if (!value) throw new SettingFault(`${variable} is ${provider}, which needs ${name} too.`);
    return value;
  };
  const sends_letters = oneOf('TWILIO_LETTERS', environment['TWILIO_LETTERS'] || undefined, ['0', '1'], '0') === '1';
  if (provider === 'twilio')
    return {
      provider,
      account_sid: of('TWILIO_ACCOUNT_SID'),
      auth_token: of('TWILIO_AUTH_TOKEN'),
      from: of('TWILIO_FROM'),
      sends_letters,
      address: at,
    };
  return {
    provider,
    auth_key: of('MSG91_AUTH_KEY'),
    template_id: of('MSG91_TEMPLATE_ID'),
    variable: environment['MSG91_VARIABLE'] || 'OTP',
    link_template_id: environment['MSG91_LINK_TEMPLATE_ID'] || undefined,
    letter_template_id: environment['MSG91_LETTER_TEMPLATE_ID'] || undefined,
    address: at,
  };
}

/** An address variable allows a gateway in place of a provider's own address. */
const gateway = (environment: NodeJS.ProcessEnv, name: string) => address(name, environment[name], ['http:', 'https:']);

/** The sender of codes; in the demo, which needs no provider, the page shows them. */
function sms(environment: NodeJS.ProcessEnv): SmsSettings {
  const provider = oneOf('SMS_PROVIDER', environment['SMS_PROVIDER'] || undefined, ['page', 'console', 'msg91', 'twilio'], 'page');
  if (provider === 'page' || provider === 'console') return { provider };
  return providerOf(environment, 'SMS_PROVIDER', provider, gateway(environment, 'SMS_ADDRESS'));
}

/** The second provider behind the first, if there is one. */
function secondSms(environment: NodeJS.ProcessEnv, first: SmsSettings): SmsSettings | undefined {
  const name = environment['SMS_SECOND_PROVIDER'] || undefined;
  if (name === undefined) return undefined;
  const provider = oneOf('SMS_SECOND_PROVIDER', name, ['msg91', 'twilio'], 'msg91');
  if (first.provider === 'page' || first.provider === 'console' || first.provider === provider)
    throw new SettingFault(`SMS_SECOND_PROVIDER is ${provider}; it needs another real provider in SMS_PROVIDER.`);
  return providerOf(environment, 'SMS_SECOND_PROVIDER', provider, gateway(environment, 'SMS_SECOND_ADDRESS'));
}

/** The service for e-mails. Both variables belong together. */
function mail(environment: NodeJS.ProcessEnv): MailSettings | undefined {
  const url = address('MAIL_URL', environment['MAIL_URL'], ['smtp:', 'smtps:']);
  const from = environment['MAIL_FROM']?.trim();
  if (!url && !from) return undefined;
  if (!url || !from) throw new SettingFault(`E-mails need ${url ? 'MAIL_FROM' : 'MAIL_URL'} too.`);
  if (!/^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/.test(from))
    throw new SettingFault(`MAIL_FROM is "${from}"; it must be an address such as Abhyas <letters@abhyas.example>.`);
  return { url, from };
}

/** The settings that servers and commands share: the database, and the secret for codes. */
type DatabaseSettings = Pick<
  Settings,
  | 'databaseUrl'
  | 'directDatabaseUrl'
  | 'databaseConnections'
  | 'isSpread'
  | 'dataFolder'
  | 'secret'
  | 'previousSecret'
  | 'isSecretLost'
  | 'profileKeyFolder'
>;

/** Reads the settings that servers and commands share. Throws like `readSettings`. */
export function readDatabaseSettings(environment: NodeJS.ProcessEnv, root: string): DatabaseSettings {
  const before = environment['SECRET_PREVIOUS'] || undefined;
  const dataFolder = resolve(root, environment['DATA_FOLDER'] ?? 'data');
  const databaseUrl = address('DATABASE_URL', environment['DATABASE_URL'], ['postgres:', 'postgresql:']);
  const directDatabaseUrl = address('DATABASE_DIRECT_URL', environment['DATABASE_DIRECT_URL'], ['postgres:', 'postgresql:']);
  if (directDatabaseUrl && !databaseUrl)
    throw new SettingFault('DATABASE_DIRECT_URL is set without DATABASE_URL, the address of the pooler in front of it.');
  const databaseConnections = wholeNumber('DATABASE_CONNECTIONS', environment['DATABASE_CONNECTIONS'], 10);
  if (databaseConnections < 2 || databaseConnections > 200)
    throw new SettingFault(`DATABASE_CONNECTIONS is "${databaseConnections}"; it must be a whole number from 2 to 200.`);
  const isSpread = oneOf('DATABASE_IS_SPREAD', environment['DATABASE_IS_SPREAD'], ['0', '1'], '0') === '1';
  if (isSpread && !databaseUrl) throw new SettingFault('DATABASE_IS_SPREAD is 1 without DATABASE_URL, the address of the coordinator.');
  return {
    databaseUrl,
    directDatabaseUrl,
    databaseConnections,
    isSpread,
    dataFolder,
    profileKeyFolder: environment['PROFILE_KEY_FOLDER']
      ? resolve(root, environment['PROFILE_KEY_FOLDER'])
      : join(dataFolder, 'profile-keys'),
    secret: secret(environment['SECRET']),
    previousSecret: before === 'lost' ? undefined : before,
    isSecretLost: before === 'lost',
  };
}

/** Reads and checks the environment. Throws a SettingFault with a sentence that names the bad value. */
export function readSettings(environment: NodeJS.ProcessEnv, root: string): Settings {
  const host = environment['HOST'] ?? '127.0.0.1';
  const isProduction = environment['NODE_ENV'] === 'production';
  const isForced = oneOf('ABHYAS_DEMO', environment['ABHYAS_DEMO'], ['0', '1'], '0') === '1';
  if (isProduction && isForced) throw new SettingFault('ABHYAS_DEMO is 1 and NODE_ENV=production refuses the demo. Unset one of the two.');
  const sent = sms(environment);
  const isDemo = sent.provider === 'page' || sent.provider === 'console';
  if (isDemo && (isProduction || !(isForced || isLoopback(host)))) {
    throw new SettingFault(
      `No provider of text messages is configured, and ${isProduction ? 'NODE_ENV=production' : `HOST=${host}`} refuses the demo's stand-in. Set SMS_PROVIDER to msg91 or twilio, listen on 127.0.0.1, or set ABHYAS_DEMO=1 to show sign-in codes on the page.`,
    );
  }
  if (isForced && !isDemo) throw new SettingFault('ABHYAS_DEMO is 1, but the demo uses no real SMS_PROVIDER. Unset one of the two.');
  const siteUrl = address('SITE_URL', environment['SITE_URL'], ['http:', 'https:']);
  if (isProduction && !siteUrl?.startsWith('https:'))
    throw new SettingFault('NODE_ENV=production needs SITE_URL, the https:// address that people use.');
  const database = readDatabaseSettings(environment, root);
  const allowedInProduction = exceptions(environment['ALLOW_IN_PRODUCTION']);
  if (isProduction && !database.databaseUrl && !allowedInProduction.includes('embedded-database'))
    throw new SettingFault(
      'NODE_ENV=production needs DATABASE_URL, a PostgreSQL server: the embedded database serves one process and may lose what it holds in a power cut. ALLOW_IN_PRODUCTION=embedded-database starts without.',
    );
  return {
    ...database,
    allowedInProduction: isProduction ? allowedInProduction : productionExceptions,
    port: port('PORT', environment['PORT']),
    host,
    siteFolder: join(root, 'apps/web/dist'),
    contentFolder: join(root, 'content'),
    brandFolder: resolve(root, environment['BRAND_FOLDER'] ?? 'brand'),
    siteUrl,
    // The demo has two hosts of its own, so that an institute can send its students from one to the other.
    siteHosts: siteHosts(environment['SITE_HOSTS'] || (isDemo ? demoHosts(environment) : undefined)),
    oldestSite: wholeNumber('OLDEST_SITE', environment['OLDEST_SITE']),
    sms: sent,
    secondSms: secondSms(environment, sent),
    mail: mail(environment),
    googleClientId: environment['GOOGLE_CLIENT_ID'] || undefined,
    isDemo,
    trustProxy: trustProxy(environment['TRUST_PROXY']),
    drainSeconds: wholeNumber('DRAIN_SECONDS', environment['DRAIN_SECONDS'], isProduction ? 10 : 0),
    redisUrl: address('REDIS_URL', environment['REDIS_URL'], ['redis:', 'rediss:']),
    metrics: environment['METRICS_PORT']
      ? { port: port('METRICS_PORT', environment['METRICS_PORT']), host: environment['METRICS_HOST'] ?? '127.0.0.1' }
      : undefined,
    logLevel: oneOf('LOG_LEVEL', environment['LOG_LEVEL'], ['silent', 'warn', 'info'], 'warn'),
    storage: readStorageSettings(environment),
    razorpay: readPaymentSettings(environment),
    isPremiumOpen: oneOf('PREMIUM', environment['PREMIUM'], ['sold', 'open'], 'sold') === 'open',
    isUnderMaintenance: oneOf('MAINTENANCE', environment['MAINTENANCE'], ['0', '1'], '0') === '1',
  };
}
