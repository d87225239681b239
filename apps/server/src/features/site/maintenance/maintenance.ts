import type { Context } from '../../../context.ts';
import * as store from './maintenance.store.ts';

const freshMs = 3000;

/** Whether the server is under maintenance. The process's knowledge is at most a few seconds old while it gets calls. */
export interface Maintenance {
  isOn(now: Date): boolean;
  /** Reads the state from the database now. */
  refresh(): Promise<void>;
}

/** Reads the state from the database when calls arrive, without delaying them. A database that does not answer changes nothing. */
export function openMaintenance(contextOf: () => Context): Maintenance {
  let isOn = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  const refresh = async () => {
    isOn = (await store.findMaintenance(contextOf())) !== undefined;
  };
  return {
    refresh,
    isOn: (now) => {
      const at = now.getTime();
      if (Math.abs(at - askedAt) >= freshMs) {
        askedAt = at;
        refresh().catch(() => undefined);
      }
      return isOn;
    },
  };
}

export const { findMaintenance: maintenanceSince, insertMaintenance: beginMaintenance, deleteMaintenance: endMaintenance } = store;
