/** Sends a code to a person's phone. The code is always made by this server. */
export interface CodeSender {
  /** True for the demo's stand-in, which sends nothing: the page shows the code. */
  isShownOnPage: boolean;
  /** Throws `SmsFault` if the provider does not accept the message. */
  send(phone: string, code: string): Promise<void>;
  /** Sends a guardian the link with which they agree. Throws like `send`. Null if the provider has no template for links. */
  sendLink: ((phone: string, link: string) => Promise<void>) | null;
  /** Tells a person that the Monday letter is at the link. Throws like `send`. Null if the installation sends no such messages. */
  sendLetter: ((phone: string, link: string, language: 'en' | 'hi') => Promise<void>) | null;
}

/** The provider did not accept a message. The reason contains neither number nor code. */
export class SmsFault extends Error {}

/** The chosen provider, with its settings. */
export type SmsSettings =
  | { provider: 'page' }
  | { provider: 'console' }
  | {
      provider: 'msg91';
      auth_key: string;
      /** The id of the flow, which MSG91 maps to the template registered with DLT. */
      template_id: string;
      /** The name of the template's variable for the code. */
      variable: string;
      /** The flow for the link to a guardian, with the variable LINK. Without it guardians agree by code only. */
      link_template_id?: string | undefined;
      /** The flow that announces the Monday letter, with the variable LINK. Without it nobody gets letters by text message. */
      letter_template_id?: string | undefined;
      address?: string | undefined;
    }
  | {
      provider: 'twilio';
      account_sid: string;
      auth_token: string;
      /** A phone number, or a messaging service by its SID. */
      from: string;
      /** Whether Monday letters are announced by text message. */
      sends_letters?: boolean;
      address?: string | undefined;
    };

const longestMs = 10_000;

/** Posts to a provider. Throws `SmsFault` if it cannot be reached, takes too long, or refuses. */
export async function post(address: string, headers: Record<string, string>, body: string): Promise<unknown> {
  const signal = AbortSignal.timeout(longestMs);
  const response = await fetch(address, { method: 'POST', headers, body, signal, redirect: 'error' }).catch(() => {
    throw new SmsFault('The provider of text messages could not be reached.');
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new SmsFault(`The provider of text messages answered ${response.status}.`);
  return answer;
}
