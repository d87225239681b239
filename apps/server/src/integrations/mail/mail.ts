import { createTransport } from 'nodemailer';

/** The SMTP service that takes our e-mails. */
export interface MailSettings {
  /** smtps://user:password@host:465, or smtp://… with STARTTLS. */
  url: string;
  /** The sender: Abhyas <letters@abhyas.example>. */
  from: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The address at which one POST ends these e-mails, for the button of mail programs (RFC 8058). */
  endAddress?: string | undefined;
}

/** Sends e-mails. */
export interface MailSender {
  /** True for the demo's stand-in, which sends nothing: the page shows the link. */
  isShownOnPage: boolean;
  /** Throws `MailFault` if the service does not take the mail. */
  send(mail: Mail): Promise<void>;
  /** Signs in at the service and sends nothing. Throws `MailFault`. */
  verify(): Promise<void>;
  close(): void;
}

/** The service did not take an e-mail. The message contains neither address nor text. */
export class MailFault extends Error {
  /** Whether the service refuses this mail for good, so that another try is useless. */
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

export const mailOnPage: MailSender = { isShownOnPage: true, send: async () => {}, verify: async () => {}, close: () => {} };

const longestMs = 10_000;

/** The fault without the reason of the service, which contains the address. */
function faultOf(error: unknown): MailFault {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  // A refused sign-in or sender is the operator's to mend, and says nothing about the address.
  return typeof responseCode === 'number'
    ? new MailFault(`The e-mail service answered ${responseCode}.`, responseCode >= 500 && command === 'RCPT TO')
    : new MailFault('The e-mail service could not be reached.', false);
}

/** The sender of e-mails by SMTP. It keeps up to four connections. */
export function openMail({ url, from }: MailSettings): MailSender {
  const service = createTransport(
    {
      url,
      pool: true,
      maxConnections: 4,
      connectionTimeout: longestMs,
      greetingTimeout: longestMs,
      socketTimeout: longestMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    isShownOnPage: false,
    close: () => service.close(),
    async send({ to, subject, text, endAddress }) {
      const headers: Record<string, string> = endAddress
        ? { 'List-Unsubscribe': `<${endAddress}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {};
      // The address is given as an object: a text would be read as a list of addresses.
      await service.sendMail({ to: { name: '', address: to }, subject, text, headers }).catch((error: unknown) => {
        throw faultOf(error);
      });
    },
    async verify() {
      await service.verify().catch((error: unknown) => {
        throw faultOf(error);
      });
    },
  };
}
