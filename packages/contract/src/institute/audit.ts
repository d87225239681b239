import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable } from '../endpoint.ts';
import { roles } from './rights.ts';

export const AUDIT_PER_PAGE = 50;

export const getAuditLog = endpoint('GET /staff/audit', {
  summary: 'List what staff did, the latest first',
  access: { staff: 'audit.read' },
  query: Type.Object({
    /** Returns only entries that are older than the one with this id. */
    before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER - 1 })),
    /** The kind of object that was changed: paper, question, user … */
    about: Type.Optional(Type.String({ maxLength: 40, pattern: '^[a-z_]*$' })),
  }),
  response: Type.Object({
    entries: Type.Array(
      Type.Object({
        id: Id,
        at: Moment,
        /** Null for the operator of the installation. */
        name: Nullable(Type.String()),
        role: Type.Enum([...roles, 'operator']),
        /** Object and verb, as `paper.extend`. */
        what: Type.String(),
        /** The changed object, by its name if it has one. */
        object: Nullable(Type.String()),
        reason: Nullable(Type.String()),
        /** The object before and after the change, as JSON. */
        before: Nullable(Type.String()),
        after: Nullable(Type.String()),
      }),
    ),
    has_more: Type.Boolean(),
  }),
});
