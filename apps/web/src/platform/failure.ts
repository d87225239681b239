import { Problem } from '@abhyas/contract/problem';
import { useSyncExternalStore } from 'react';
import { forgetCampaign } from './campaign.ts';
import { forgetTagged, NetworkFailure } from './call.ts';
import { createListeners } from './listeners.ts';
import { rememberUser } from './user.ts';

/** The page that stands over everything until it is left: spec 1, section 8. */
export type SiteFailure = 'maintenance' | 'defect';

let siteFailure: SiteFailure | null = null;
const { subscribe, notify } = createListeners();

export function showSiteFailure(failure: SiteFailure | null): void {
  if (siteFailure === failure) return;
  siteFailure = failure;
  notify();
}

export function useSiteFailure(): SiteFailure | null {
  return useSyncExternalStore(subscribe, () => siteFailure);
}

interface Exits {
  /** Leads to an address of the site. */
  goTo: (path: string) => void;
  /** Leads to another of our hosts. */
  leaveTo: (address: string) => void;
  /** Drops everything that was fetched for the person who was signed in. */
  forgetAnswers: () => void;
}

/**
 * Acts on a failed call the same way everywhere outside sessions: 401 ends the sign-in, 410 leads to Premium, maintenance and defects
 * take the page. Returns whether it acted; what is left belongs to the screen.
 */
export function handleEverywhere(failure: unknown, exits: Exits): boolean {
  if (!(failure instanceof Problem)) return false;
  if (failure.status === 401) {
    rememberUser(null);
    forgetCampaign();
    forgetTagged();
    exits.forgetAnswers();
    exits.goTo('/');
    return true;
  }
  if (failure.code === 'second_factor_needed') {
    exits.goTo('/profile');
    return true;
  }
  if (failure.status === 307) {
    exits.goTo(failure.to?.startsWith('/') ? failure.to : '/');
    return true;
  }
  if (failure.status === 406) {
    exits.leaveTo(failure.to ?? '/');
    return true;
  }
  if (failure.status === 410) {
    exits.goTo('/payment');
    return true;
  }
  if (failure.code === 'maintenance' || failure.code === 'defect') {
    showSiteFailure(failure.code);
    return true;
  }
  return false;
}

/** What a person reads of a failed call: the server's words, the network's, or the specification's fallback. */
export function messageOf(failure: unknown, fallback = 'Try again later.'): string {
  return failure instanceof Problem || failure instanceof NetworkFailure ? failure.message : fallback;
}
