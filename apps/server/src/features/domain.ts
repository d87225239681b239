import type { Context, Person } from '../context.ts';
import type { MeetingProviders } from '../integrations/meetings/meetings.ts';
import type { GoogleSignIn } from '../integrations/google/google.ts';
import type { PaymentProvider } from '../integrations/payments/payments.ts';
import type { ProfileKeys } from '../integrations/profile-keys.ts';
import type { Storage } from '../integrations/storage/storage.ts';
import type { Route } from '../http/serve.ts';
import type { Job } from '../jobs/job.ts';
import type { Channel } from '../live/channel.ts';
import type { Keys } from './institute/identity/identity.ts';
import type { FirstDayParts } from './site/first-day/first-day.ts';
import type { LetterPost } from './site/letters/letters.ts';
import type { SiteTexts } from './site/public-pages/public-pages.ts';

/** The services and settings that jobs need besides the database. */
export interface JobParts {
  storage: Storage;
  payments: PaymentProvider | null;
  /** Announces Monday letters by text message and e-mail. */
  post: LetterPost;
  /** Reports a fault of a payment that a person must check. */
  reportPaymentFault: (fault: string) => void;
  /** Writes a job's report on its work to the log. */
  report: (words: string) => void;
  /** Whether long work must wait while a test runs, because the embedded database has one connection; not in the demo. */
  waitsForTests: boolean;
  /** Whether the database is the embedded one. */
  isEmbedded: boolean;
}

/** The services and settings that calls need besides the database. */
export interface FeatureParts extends Pick<JobParts, 'storage' | 'payments' | 'post'> {
  keys: Keys;
  google: GoogleSignIn | null;
  secret: Buffer;
  texts: SiteTexts;
  /** Sets up an installation without an institute; null if no setup is possible, as in the demo. */
  firstDay: FirstDayParts | null;
  /** Hosts of the site that an institute can choose for its students. */
  siteHosts: readonly string[];
  providers: MeetingProviders;
  reportMeetingFault: (error: unknown) => void;
  profileKeys: ProfileKeys;
  /** Whether a running test on paper waits for the person's answer sheet. */
  isSheetAwaited: (context: Context, person: Person) => Promise<boolean>;
  /** In the demo unsealed profiles are accepted, and staff need no second factor. */
  isDemo: boolean;
}

/** One of the product's nine domains, from which `app.ts` is assembled. */
export interface Domain {
  routes: (parts: FeatureParts) => readonly Route[];
  /** Jobs that need only the database. */
  jobs?: readonly Job[];
  jobsWith?: (parts: JobParts) => readonly Job[];
  channels?: readonly Channel[];
}
