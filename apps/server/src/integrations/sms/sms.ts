import { msg91 } from './msg91.ts';
import { twilio } from './twilio.ts';

/** Hands a code to a person's phone. The code is always our own. */
export interface CodeSender {
  /** The demo's stand-in sends nothing: the page shows the code. */
  isShownOnPage: boolean;
  /** Throws `SmsFault` when the provider does not take the message. */
  send(phone: string, code: string): Promise<void>;
}

/** The provider did not take a message. Says why, without number and code. */
export class SmsFault extends Error {}

/** Which provider sends, and what it asks for. */
export type SmsSettings =
  | { provider: 'page' }
  | { provider: 'console' }
  | {
      provider: 'msg91';
      auth_key: string;
      /** Of the flow, to which MSG91 maps the template registered with DLT. */
      template_id: string;
      /** Name of the template's variable that takes the code. */
      variable: string;
      address?: string | undefined;
    }
  | {
      provider: 'twilio';
      account_sid: string;
      auth_token: string;
      /** A number, or a messaging service by its SID. */
      from: string;
      address?: string | undefined;
    };

/** What is sent where the text is ours. The last line lets Android fill the code in on our own site. */
export const wordsOf = (code: string, product: string, host: string | undefined) =>
  `${code} is your ${product} code. It is good for 10 minutes. Tell it to nobody.${host ? `\n@${host} #${code}` : ''}`;

const longestMs = 10_000;

/** Posts to a provider. Throws `SmsFault` where it cannot be reached, takes too long, or refuses. */
export async function post(address: string, headers: Record<string, string>, body: string): Promise<unknown> {
  const signal = AbortSignal.timeout(longestMs);
  const response = await fetch(address, { method: 'POST', headers, body, signal, redirect: 'error' }).catch(() => {
    throw new SmsFault('The provider of text messages could not be reached.');
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new SmsFault(`The provider of text messages answered ${response.status}.`);
  return answer;
}

/** The stand-in of the demo: the sign-in page shows the code. */
export const codeOnPage: CodeSender = { isShownOnPage: true, send: async () => {} };

/** The stand-in of a terminal: the code is written there, beside the last digits of the number. */
const codeInTerminal = (print: (line: string) => void): CodeSender => ({
  isShownOnPage: false,
  send: async (phone, code) => print(`Code for the number that ends in ${phone.slice(-2)}: ${code}`),
});

/** Opens the sender that the settings name. */
export function openSms(settings: SmsSettings, product: string, host: string | undefined, print: (line: string) => void): CodeSender {
  if (settings.provider === 'msg91') return msg91(settings);
  if (settings.provider === 'twilio') return twilio(settings, (code) => wordsOf(code, product, host));
  return settings.provider === 'console' ? codeInTerminal(print) : codeOnPage;
}
