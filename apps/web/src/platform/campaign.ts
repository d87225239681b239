import { campaignCookie, campaignWord } from '@abhyas/contract/site/campaign';

const DAYS = 30;

/** Keeps the campaign that an address names, for the store page of the app; what is no plain word is not kept. */
export function keepCampaign(): void {
  const source = campaignWord(new URLSearchParams(location.search).get('utm_source') ?? undefined);
  if (source === undefined) return;
  // A cookie, because the server reads it where it leads to the store.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari
  document.cookie = `${campaignCookie}=${encodeURIComponent(source)}; path=/; max-age=${DAYS * 86_400}; samesite=lax`;
}

/** The cookie that scripts can read goes with the sign-in that was refused. */
export function forgetCampaign(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari
  document.cookie = `${campaignCookie}=; path=/; max-age=0; samesite=lax`;
}
