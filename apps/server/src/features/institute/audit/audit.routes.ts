import { getAuditLog } from '@abhyas/contract/institute/audit';
import { type Route, serve } from '../../../http/serve.ts';
import { auditLog } from './audit.ts';

export const auditRoutes: Route[] = [serve(getAuditLog, ({ before, about }, context) => auditLog(context, before ?? null, about || null))];
