import type { Domain } from '../domain.ts';
import { paymentJobs } from './payments/payments.jobs.ts';
import { paymentRoutes } from './payments/payments.routes.ts';

export const payments: Domain = {
  routes: ({ payments }) => [...paymentRoutes(payments)],
  jobsWith: ({ payments, reportPaymentFault }) => [...paymentJobs(payments, reportPaymentFault)],
};
