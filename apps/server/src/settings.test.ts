import { describe, expect, test } from 'vitest';
import { readDatabaseSettings, readSettings, SettingFault } from './settings.ts';

const read = (environment: NodeJS.ProcessEnv) => readSettings(environment, '/srv/abhyas');

describe('without any setting', () => {
  test('the demo listens on this machine only, with the embedded database', () => {
    expect(read({})).toEqual(
      expect.objectContaining({
        port: 3000,
        host: '127.0.0.1',
        databaseUrl: undefined,
        dataFolder: '/srv/abhyas/data',
        siteUrl: undefined,
        logLevel: 'warn',
        isUnderMaintenance: false,
      }),
    );
  });
});

describe('a good value', () => {
  test.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ DATABASE_URL: 'postgres://a:b@db.example:5432/abhyas' }, { databaseUrl: 'postgres://a:b@db.example:5432/abhyas' }],
    [{ DATABASE_URL: 'postgresql://db.example/abhyas' }, { databaseUrl: 'postgresql://db.example/abhyas' }],
    [{ DATABASE_URL: '' }, { databaseUrl: undefined }],
    [
      { DATABASE_URL: 'postgres://pooler.example/abhyas', DATABASE_DIRECT_URL: 'postgres://db.example/abhyas' },
      { directDatabaseUrl: 'postgres://db.example/abhyas' },
    ],
    [{}, { directDatabaseUrl: undefined, databaseConnections: 10, metrics: undefined }],
    [{ DATABASE_CONNECTIONS: '40' }, { databaseConnections: 40 }],
    [{ DATABASE_URL: 'postgres://a/b', DATABASE_IS_SPREAD: '1' }, { isSpread: true }],
    [{ METRICS_PORT: '9400' }, { metrics: { port: 9400, host: '127.0.0.1' } }],
    [{ METRICS_PORT: '0', METRICS_HOST: '10.0.0.4' }, { metrics: { port: 0, host: '10.0.0.4' } }],
    [{ DATA_FOLDER: 'elsewhere' }, { dataFolder: '/srv/abhyas/elsewhere' }],
    [{ DATA_FOLDER: '/var/lib/abhyas' }, { dataFolder: '/var/lib/abhyas' }],
    [{ SITE_URL: 'https://abhyas.example' }, { siteUrl: 'https://abhyas.example' }],
    [{}, { mail: undefined }],
    [
      { MAIL_URL: 'smtps://abhyas:word@mail.example', MAIL_FROM: 'Abhyas <letters@abhyas.example>' },
      { mail: { url: 'smtps://abhyas:word@mail.example', from: 'Abhyas <letters@abhyas.example>' } },
    ],
    [{ MAINTENANCE: '1' }, { isUnderMaintenance: true }],
    [{}, { isPremiumOpen: false }],
    [{ PREMIUM: 'open' }, { isPremiumOpen: true }],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [
      {
        STORAGE_ENDPOINT: 'https://s3.example',
        STORAGE_BUCKET: 'files',
        STORAGE_REGION: 'ap-south-1',
        STORAGE_ACCESS_KEY: 'a',
        STORAGE_SECRET_KEY: 'b',
      },
      { storage: { endpoint: 'https://s3.example', bucket: 'files', region: 'ap-south-1', access_key: 'a', secret_key: 'b' } },
    ],
    [{ TRUST_PROXY: '' }, { trustProxy: false }],
    [{ TRUST_PROXY: '0' }, { trustProxy: false }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '10.0.0.0/8, 192.0.2.7,fd00::/8' }, { trustProxy: ['10.0.0.0/8', '192.0.2.7', 'fd00::/8'] }],
    [{ REDIS_URL: '' }, { redisUrl: undefined }],
    [{ REDIS_URL: 'redis://:word@cache.example:6379/1' }, { redisUrl: 'redis://:word@cache.example:6379/1' }],
    [{ REDIS_URL: 'rediss://cache.example' }, { redisUrl: 'rediss://cache.example' }],
    [{ HOST: '::1' }, { host: '::1' }],
    [
      { HOST: '0.0.0.0', ABHYAS_DEMO: '1' },
      { host: '0.0.0.0', isDemo: true, sms: { provider: 'page' } },
    ],
    [{ SMS_PROVIDER: 'console' }, { isDemo: true, sms: { provider: 'console' } }],
  ])('%o is accepted', (environment, expected) => expect(read(environment)).toMatchObject(expected));
});

describe('a bad value stops the start with a message that names it', () => {
  test.each([
    [{ STORAGE_BUCKET: 'files' }, 'A storage of files needs STORAGE_ENDPOINT, STORAGE_REGION, STORAGE_ACCESS_KEY, STORAGE_SECRET_KEY too.'],
    [{ PORT: 'http' }, 'PORT is "http"; it must be a whole number from 0 to 65535.'],
    [{ PORT: '65536' }, 'PORT is "65536"; it must be a whole number from 0 to 65535.'],
    [{ PORT: '-1' }, 'PORT is "-1"; it must be a whole number from 0 to 65535.'],
    [{ PORT: '3000.5' }, 'PORT is "3000.5"; it must be a whole number from 0 to 65535.'],
    [{ PORT: '' }, 'PORT is ""; it must be a whole number from 0 to 65535.'],
    [{ PORT: ' ' }, 'PORT is " "; it must be a whole number from 0 to 65535.'],
    [{ PORT: '0x10' }, 'PORT is "0x10"; it must be a whole number from 0 to 65535.'],
    [{ DATABASE_URL: 'mysql://db.example/abhyas' }, 'DATABASE_URL must be an address that begins with postgres:// or postgresql://.'],
    [{ DATABASE_URL: 'abhyas' }, 'DATABASE_URL must be an address that begins with postgres:// or postgresql://.'],
    [
      { DATABASE_DIRECT_URL: 'postgres://db.example/abhyas' },
      'DATABASE_DIRECT_URL is set without DATABASE_URL, the address of the pooler in front of it.',
    ],
    [{ DATABASE_IS_SPREAD: '1' }, 'DATABASE_IS_SPREAD is 1 without DATABASE_URL, the address of the coordinator.'],
    [{ DATABASE_CONNECTIONS: '1' }, 'DATABASE_CONNECTIONS is "1"; it must be a whole number from 2 to 200.'],
    [{ DATABASE_CONNECTIONS: 'many' }, 'DATABASE_CONNECTIONS is "many"; it must be a whole number.'],
    [{ METRICS_PORT: '70000' }, 'METRICS_PORT is "70000"; it must be a whole number from 0 to 65535.'],
    [{ SITE_URL: 'ftp://abhyas.example' }, 'SITE_URL must be an address that begins with http:// or https://.'],
    [{ SITE_URL: 'abhyas.example' }, 'SITE_URL must be an address that begins with http:// or https://.'],
    ...['true', '10', '-1', '*', 'proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', 'fd00::/129', '10.0.0.1,'].map(
      (text): [NodeJS.ProcessEnv, string] => [
        { TRUST_PROXY: text },
        `TRUST_PROXY is "${text}"; it must be a number of proxies from 0 to 9, or their addresses such as 10.0.0.0/8.`,
      ],
    ),
    [{ REDIS_URL: 'cache.example:6379' }, 'REDIS_URL must be an address that begins with redis:// or rediss://.'],
    [{ REDIS_URL: 'http://cache.example' }, 'REDIS_URL must be an address that begins with redis:// or rediss://.'],
    [{ MAIL_URL: 'http://mail.example', MAIL_FROM: 'a@b.example' }, 'MAIL_URL must be an address that begins with smtp:// or smtps://.'],
    [{ MAIL_URL: 'smtp://mail.example' }, 'E-mails need MAIL_FROM too.'],
    [{ MAIL_FROM: 'a@b.example' }, 'E-mails need MAIL_URL too.'],
    [
      { MAIL_URL: 'smtp://mail.example', MAIL_FROM: 'Abhyas' },
      'MAIL_FROM is "Abhyas"; it must be an address such as Abhyas <letters@abhyas.example>.',
    ],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud"; it must be one of silent, warn, info.'],
    [{ PREMIUM: 'free' }, 'PREMIUM is "free"; it must be one of sold, open.'],
    [{ MAINTENANCE: 'yes' }, 'MAINTENANCE is "yes"; it must be one of 0, 1.'],
    [{ ABHYAS_DEMO: 'true' }, 'ABHYAS_DEMO is "true"; it must be one of 0, 1.'],
  ])('%o', (environment, sentence) => {
    expect(() => read(environment)).toThrow(new SettingFault(sentence));
  });

  test('a message never repeats a password', () => {
    expect(() => read({ DATABASE_URL: 'mysql://abhyas:secret@db.example' })).toThrow(/^(?!.*secret)/);
  });
});

describe('a production installation', () => {
  const msg91 = { SMS_PROVIDER: 'msg91', MSG91_AUTH_KEY: 'k', MSG91_TEMPLATE_ID: 't' };
  const twilio = { SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', TWILIO_FROM: '+15005550006' };
  const razorpay = { RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: 'k', RAZORPAY_WEBHOOK_SECRET: 'sixteen letters.' };
  const place = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://db.example/abhyas',
    HOST: '0.0.0.0',
    SITE_URL: 'https://abhyas.example',
  };

  test.each([
    [msg91, { provider: 'msg91', auth_key: 'k', template_id: 't', variable: 'OTP' }],
    [twilio, { provider: 'twilio', account_sid: 'AC1', auth_token: 't', from: '+15005550006' }],
  ])('starts with a configured SMS provider: %o', (provider, sms) => {
    expect(read({ ...place, ...provider })).toMatchObject({ sms, isDemo: false, googleClientId: undefined });
  });

  test('takes payments by Razorpay if that is configured, and none otherwise', () => {
    expect(read({ ...place, ...msg91, ...razorpay }).razorpay).toMatchObject({ key_id: 'rzp_live_1', hook_secret: 'sixteen letters.' });
    expect(read({ ...place, ...msg91 }).razorpay).toBeUndefined();
  });

  test.each([
    [{ ...place, SMS_PROVIDER: 'msg91' }, 'SMS_PROVIDER is msg91, which needs MSG91_AUTH_KEY too.'],
    [{ ...place, ...twilio, TWILIO_FROM: ' ' }, 'SMS_PROVIDER is twilio, which needs TWILIO_FROM too.'],
    [{ ...place, SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER is "pigeon"; it must be one of page, console, msg91, twilio.'],
    [
      { ...place, ...msg91, SITE_URL: 'http://abhyas.example' },
      'NODE_ENV=production needs SITE_URL, the https:// address that people use.',
    ],
    [{ ...place, ...msg91, SITE_URL: undefined }, 'NODE_ENV=production needs SITE_URL, the https:// address that people use.'],
    [
      { ...place, ...msg91, RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: ' ' },
      'Razorpay needs RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET too.',
    ],
    [
      { ...place, ...msg91, ...razorpay, RAZORPAY_KEY_ID: 'rzp_test_1' },
      'RAZORPAY_KEY_ID is a key of the test mode, which takes no money; NODE_ENV=production needs a live one.',
    ],
    [{ ...place, ...msg91, ...razorpay, RAZORPAY_WEBHOOK_SECRET: 'short' }, 'RAZORPAY_WEBHOOK_SECRET must have at least 16 characters.'],
    [{ ...msg91, ABHYAS_DEMO: '1' }, 'ABHYAS_DEMO is 1, but the demo uses no real SMS_PROVIDER. Unset one of the two.'],
  ])('does not start with %o', (environment, sentence) => {
    expect(() => read(environment)).toThrow(new SettingFault(sentence));
  });

  test.each([
    [{ NODE_ENV: 'production' }],
    [{ NODE_ENV: 'production', DATABASE_URL: 'postgres://db.example/abhyas', HOST: '127.0.0.1' }],
    [{ NODE_ENV: 'production', ABHYAS_DEMO: '1' }],
    [{ NODE_ENV: 'production', ABHYAS_DEMO: '0' }],
    [{ HOST: '0.0.0.0' }],
    [{ HOST: '192.168.1.5' }],
    [{ ...place, SMS_PROVIDER: 'console' }],
    [{ ...place, SMS_PROVIDER: 'page' }],
  ])('refuses the demo: %o', (environment) => {
    expect(() => read(environment)).toThrow(SettingFault);
    expect(() => read(environment)).toThrow(/demo/);
  });
});

describe('a command', () => {
  const readForCommand = (environment: NodeJS.ProcessEnv) => readDatabaseSettings(environment, '/srv/abhyas');
  const secret = 'a secret of thirty-two characters';

  test('finds the server’s database, whatever address the server listens on', () => {
    expect(readForCommand({ HOST: '0.0.0.0' })).toMatchObject({
      databaseUrl: undefined,
      dataFolder: '/srv/abhyas/data',
      secret: undefined,
    });
    const environment = { DATABASE_URL: 'postgres://db.example/abhyas', DATA_FOLDER: 'elsewhere', SECRET: secret };
    expect(readForCommand(environment)).toMatchObject({
      databaseUrl: 'postgres://db.example/abhyas',
      dataFolder: '/srv/abhyas/elsewhere',
      secret,
    });
  });

  test.each([
    [{ DATABASE_URL: 'abhyas' }, 'DATABASE_URL must be an address that begins with postgres:// or postgresql://.'],
    [{ SECRET: 'short' }, 'SECRET must have at least 32 characters.'],
  ])('is stopped with the same message as the server: %o', (environment, sentence) => {
    for (const reading of [readForCommand, read]) expect(() => reading(environment)).toThrow(new SettingFault(sentence));
  });
});

describe('production', () => {
  const real = {
    NODE_ENV: 'production',
    SITE_URL: 'https://classes.example',
    SMS_PROVIDER: 'twilio',
    TWILIO_ACCOUNT_SID: 'a',
    TWILIO_AUTH_TOKEN: 'b',
    TWILIO_FROM: '+15550001111',
  };
  const DATABASE_URL = 'postgres://db.example/abhyas';

  test('without a PostgreSQL server starts only if a setting allows that explicitly', () => {
    expect(() => read(real)).toThrow(/needs DATABASE_URL/);
    expect(read({ ...real, ALLOW_IN_PRODUCTION: 'embedded-database' })).toMatchObject({ allowedInProduction: ['embedded-database'] });
    expect(read({ ...real, DATABASE_URL })).toMatchObject({ allowedInProduction: [], drainSeconds: 10 });
    expect(() => read({ ...real, DATABASE_URL, ALLOW_IN_PRODUCTION: 'anything' })).toThrow(/ALLOW_IN_PRODUCTION is "anything"/);
  });

  test('accepts the previous secret beside the present one, or the statement that it is lost', () => {
    const before = 'the secret of before, as a file kept it';
    expect(read({ SECRET_PREVIOUS: before })).toMatchObject({ previousSecret: before, isSecretLost: false });
    expect(read({ SECRET_PREVIOUS: 'lost' })).toMatchObject({ previousSecret: undefined, isSecretLost: true });
  });
});

test('a second provider of text messages needs its own variables, and another provider before it', () => {
  const twilio = { SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+15005550006' };
  expect(() => read({ ...twilio, SMS_SECOND_PROVIDER: 'msg91' })).toThrow('SMS_SECOND_PROVIDER is msg91, which needs MSG91_AUTH_KEY too.');
  expect(() => read({ ...twilio, SMS_SECOND_PROVIDER: 'twilio' })).toThrow('needs another real provider in SMS_PROVIDER');
  const both = { ...twilio, SMS_SECOND_PROVIDER: 'msg91', MSG91_AUTH_KEY: 'key', MSG91_TEMPLATE_ID: '6512a' };
  expect(read(both)).toMatchObject({ sms: { provider: 'twilio' }, secondSms: { provider: 'msg91', auth_key: 'key' } });
});
