import { i18n, translated } from './language.ts';
import { Problem } from '@abhyas/contract/problem';
import { useSyncExternalStore } from 'react';
import { forgetCampaign } from './campaign.ts';
import { forgetTagged, NetworkFailure } from './call.ts';
import { createListeners } from './listeners.ts';
import { rememberUser } from './user.ts';

/** The page that replaces the screen until the person leaves it. The maintenance page covers the whole site. */
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
  /** Opens an address of the site. */
  goTo: (path: string) => void;
  /** Opens an address on another of our hosts. */
  leaveTo: (address: string) => void;
  /** Discards every answer that was fetched for the person who was signed in. */
  forgetAnswers: () => void;
}

/**
 * Handles a failed call the same way everywhere outside sessions: 401 ends the sign-in, 410 opens Premium, maintenance and defects cover
 * the site. Returns whether it handled the failure; otherwise the screen must.
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

/** The sentence for a failed call: the message of the server, the one about the network, or the fallback. */
export function messageOf(failure: unknown, fallback = i18n.t('Try again later.')): string {
  if (failure instanceof NetworkFailure) return i18n.t(failure.message);
  return failure instanceof Problem ? translated(failure.message, failure.said && [failure.said]) : fallback;
}
