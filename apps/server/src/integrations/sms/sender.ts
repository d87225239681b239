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
