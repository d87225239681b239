import { type CodeSender, post, SmsFault, type SmsSettings } from './sender.ts';

type TwilioSettings = Extract<SmsSettings, { provider: 'twilio' }>;

/** Twilio's Programmable Messaging. `words` makes the text of a code. */
export function twilio(
  { account_sid, auth_token, from, address = 'https://api.twilio.com' }: TwilioSettings,
  words: (code: string) => string,
): CodeSender {
  const sender = /^MG[0-9a-f]{32}$/i.test(from) ? { MessagingServiceSid: from } : { From: from };
  return {
    isShownOnPage: false,
    send: async (phone, code) => {
      const body = new URLSearchParams({ To: `+91${phone}`, ...sender, Body: words(code) });
      const headers = {
        authorization: `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      };
      const answer = await post(`${address}/2010-04-01/Accounts/${account_sid}/Messages.json`, headers, body.toString());
      const { sid, error_code = null } = (answer ?? {}) as { sid?: unknown; error_code?: unknown };
      if (typeof sid !== 'string' || error_code !== null) throw new SmsFault('Twilio did not take the message.');
    },
  };
}
