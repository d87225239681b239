import type { MeetingProviders } from '../integrations/meetings/meetings.ts';
import type { GoogleSignIn } from '../integrations/google/google.ts';
import type { PaymentProvider } from '../integrations/payments/payments.ts';
import type { ProfileKeys } from '../integrations/profile-keys.ts';
import type { Storage } from '../integrations/storage/storage.ts';
import type { Route } from '../http/serve.ts';
import type { Job } from '../jobs/job.ts';
import type { Channel } from '../live/channel.ts';
import type { Keys } from './institute/identity/identity.ts';
import type { SiteTexts } from './site/public-pages/public-pages.ts';

/** What jobs need beside the database. */
export interface JobParts {
  storage: Storage;
  payments: PaymentProvider | null;
  /** Hears a fault of a payment that a person must look at. */
  reportPaymentFault: (fault: string) => void;
}

/** What the calls of the features need beside the database. */
export interface FeatureParts extends Pick<JobParts, 'storage' | 'payments'> {
  keys: Keys;
  google: GoogleSignIn | null;
  secret: Buffer;
  texts: SiteTexts;
  providers: MeetingProviders;
  reportMeetingFault: (error: unknown) => void;
  profileKeys: ProfileKeys;
  /** Takes profiles that are not sealed, and asks staff for no second factor. */
  isDemo: boolean;
}

/** One of the nine parts of the product, as `app.ts` puts them together. */
export interface Domain {
  routes: (parts: FeatureParts) => readonly Route[];
  /** Those that need nothing but the database. */
  jobs?: readonly Job[];
  jobsWith?: (parts: JobParts) => readonly Job[];
  channels?: readonly Channel[];
}
