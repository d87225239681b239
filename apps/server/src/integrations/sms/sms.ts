import { msg91 } from './msg91.ts';
import type { CodeSender, SmsSettings } from './sender.ts';
import { twilio } from './twilio.ts';

/** Text of the sign-in message, for providers that let us choose the text. Its last line lets Android fill in the code on our site. */
export const wordsOf = (code: string, product: string, host: string | undefined) =>
  `${code} is your ${product} code. It is good for 10 minutes. Tell it to nobody.${host ? `\n@${host} #${code}` : ''}`;

/** The text of a message with a link. It contains nothing that the student wrote. */
const wordsOfLink = (link: string, product: string) =>
  `A student under 18 asks for your consent, as parent or guardian, to study with ${product}: ${link} The link works for 3 days.`;

/** The stand-in of the demo: the page shows code and link. */
export const codeOnPage: CodeSender = { isShownOnPage: true, send: async () => {}, sendLink: async () => {} };

/** The stand-in of a terminal: it writes code or link, with the last digits of the number. */
const codeInTerminal = (print: (line: string) => void): CodeSender => ({
  isShownOnPage: false,
  send: async (phone, code) => print(`Code for the number that ends in ${phone.slice(-2)}: ${code}`),
  sendLink: async (phone, link) => print(`Link for the number that ends in ${phone.slice(-2)}: ${link}`),
});

/** Returns the sender of text messages that the settings name. */
export function openSms(settings: SmsSettings, product: string, host: string | undefined, print: (line: string) => void): CodeSender {
  if (settings.provider === 'msg91') return msg91(settings);
  if (settings.provider === 'twilio')
    return twilio(settings, { ofCode: (code) => wordsOf(code, product, host), ofLink: (link) => wordsOfLink(link, product) });
  return settings.provider === 'console' ? codeInTerminal(print) : codeOnPage;
}
