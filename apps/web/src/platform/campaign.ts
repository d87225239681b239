import { campaignCookie, campaignWord } from '@abhyas/contract/site/campaign';

const DAYS = 30;

/** Stores the campaign from the page's address, if it is a plain word, for the link to the app's store page. */
export function keepCampaign(): void {
  const source = campaignWord(new URLSearchParams(location.search).get('utm_source') ?? undefined);
  if (source === undefined) return;
  // The campaign is kept in a cookie, because the server reads it when it redirects to the store.
  document.cookie = `${campaignCookie}=${encodeURIComponent(source)}; path=/; max-age=${DAYS * 86_400}; samesite=lax`;
}

/** Deletes the campaign cookie, which scripts can read, when the server refuses the sign-in. */
export function forgetCampaign(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari
  document.cookie = `${campaignCookie}=; path=/; max-age=0; samesite=lax`;
}
