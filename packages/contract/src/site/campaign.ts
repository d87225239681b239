/** Cookie with the campaign that brought a visitor, kept until the visitor opens the app's store page. */
export const campaignCookie = 'utm_source';

/** Campaign parameters that the store passes on to the app. */
const campaignFields = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
const defaults = { utm_source: 'website', utm_medium: 'accounts' } as const;

/** The value of a campaign parameter if it has only letters, digits and a few signs, so that it is safe to pass on; otherwise undefined. */
export const campaignWord = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w.+ -]{1,100}$/.test(value) ? value : undefined;

/**
 * The address of the app's store page with a referrer, which is the first of: the `referrer` in the query, its campaign parameters, the
 * campaign in the cookie, the default. The base is always the installation's store link.
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
