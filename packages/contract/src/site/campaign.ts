/** Keeps the campaign that brought a visitor, until the store page of the app is opened. */
export const campaignCookie = 'utm_source';

/** Parameters of a campaign that the store passes on to the app. */
const campaignFields = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
const defaults = { utm_source: 'website', utm_medium: 'accounts' } as const;

/** A word of a campaign as it may travel: letters, digits and a few signs; undefined for anything else. */
export const campaignWord = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w.+ -]{1,100}$/.test(value) ? value : undefined;

/**
 * The store page of the app with the referrer that came with the address: its `referrer`, its campaign parameters, the campaign kept in the
 * cookie, or the default. Only the installation's store link is ever led to.
 */
export function storeAddress(storeLink: string, query: Readonly<Record<string, unknown>>, saved: string | undefined): string {
  const given = campaignFields.flatMap((field) => {
    const word = campaignWord(query[field]);
    return word === undefined ? [] : [[field, word] as const];
  });
  const whole = typeof query['referrer'] === 'string' && /^[\w.+%=& -]{1,300}$/.test(query['referrer']) ? query['referrer'] : undefined;
  const savedSource = campaignWord(saved);
  const campaign = given.length > 0 ? Object.fromEntries(given) : savedSource ? { ...defaults, utm_source: savedSource } : defaults;
  const address = new URL(storeLink);
  address.searchParams.set('referrer', whole ?? new URLSearchParams(campaign).toString());
  return address.toString();
}
