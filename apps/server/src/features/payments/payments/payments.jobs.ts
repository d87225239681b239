import type { PaymentProvider } from '../../../integrations/payments/payments.ts';
import type { ScheduledJob } from '../../../jobs/job.ts';
import { settleUnsettled } from './payments.ts';

/** Asks the provider, every five minutes, for payments that no page or hook has reported. */
export const paymentJobs = (provider: PaymentProvider | null, report: (fault: string) => void): ScheduledJob[] =>
  provider
    ? [
        {
          name: 'settle-payments',
          schedule: '*/5 * * * *',
          pollSeconds: 60,
          retryLimit: 2,
          expireSeconds: 900,
          work: (context) => settleUnsettled(context, provider, report),
        },
      ]
    : [];
