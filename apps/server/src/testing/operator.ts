import type { Actor } from '../context.ts';

/** The operator of the shared bank. */
export const operatorOfBank: Actor = { user_id: null, role: 'operator', institute_id: null, reason: 'A test.' };
