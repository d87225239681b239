import { type CodeSender, post, SmsFault, type SmsSettings } from './sender.ts';

type TwilioSettings = Extract<SmsSettings, { provider: 'twilio' }>;

/** The texts of our messages. */
interface Words {
  ofCode(code: string): string;
  ofLink(link: string): string;
  ofLetter(link: string, language: 'en' | 'hi'): string;
}

/** Twilio's Programmable Messaging. */
export function twilio(
  { account_sid, auth_token, from, sends_letters = false, address = 'https://api.twilio.com' }: TwilioSettings,
  { ofCode, ofLink, ofLetter }: Words,
): CodeSender {
  const sender = /^MG[0-9a-f]{32}$/i.test(from) ? { MessagingServiceSid: from } : { From: from };
  const send = async (phone: string, words: string) => {
    const body = new URLSearchParams({ To: `+91${phone}`, ...sender, Body: words });
    const headers = {
      authorization: `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const answer = await post(`${address}/2010-04-01/Accounts/${account_sid}/Messages.json`, headers, body.toString());
    const { sid, error_code = null } = (answer ?? {}) as { sid?: unknown; error_code?: unknown };
    if (typeof sid !== 'string' || error_code !== null) throw new SmsFault('Twilio did not take the message.');
  };
  return {
    isShownOnPage: false,
    send: (phone, code) => send(phone, ofCode(code)),
    sendLink: (phone, link) => send(phone, ofLink(link)),
    sendLetter: sends_letters ? (phone, link, language) => send(phone, ofLetter(link, language)) : null,
  };
}
