import { setTimeout as later } from 'node:timers/promises';
import { msg91 } from './msg91.ts';
import { type CodeSender, SmsFault, type SmsSettings } from './sender.ts';
import { twilio } from './twilio.ts';

/** Text of the sign-in message, for providers that let us choose the text. Its last line lets Android fill in the code on our site. */
export const wordsOf = (code: string, product: string, host: string | undefined) =>
  `${code} is your ${product} code. It is good for 10 minutes. Tell it to nobody.${host ? `\n@${host} #${code}` : ''}`;

/** The text of a message with a link. It contains nothing that the student wrote. */
const wordsOfLink = (link: string, product: string) =>
  `A student under 18 asks for your consent, as parent or guardian, to study with ${product}: ${link} The link works for 3 days.`;

/** The text that announces the Monday letter. It contains no result, because messages are read on locked screens. */
const wordsOfLetter = (link: string, product: string, language: 'en' | 'hi') =>
  language === 'hi' ? `${product} पर आपकी सोमवार की चिट्ठी आ गई है: ${link}` : `Your Monday letter from ${product} is there: ${link}`;

/** The stand-in of the demo: the page shows code and link. */
export const codeOnPage: CodeSender = { isShownOnPage: true, send: async () => {}, sendLink: async () => {}, sendLetter: async () => {} };

/** The stand-in of a terminal: it writes code or link, with the last digits of the number. */
const codeInTerminal = (print: (line: string) => void): CodeSender => ({
  isShownOnPage: false,
  send: async (phone, code) => print(`Code for the number that ends in ${phone.slice(-2)}: ${code}`),
  sendLink: async (phone, link) => print(`Link for the number that ends in ${phone.slice(-2)}: ${link}`),
  sendLetter: async (phone, link) => print(`Monday letter for the number that ends in ${phone.slice(-2)}: ${link}`),
});

const firstMs = 4000;

/**
 * Sends by the second provider what the first refuses or does not take within four seconds: a page waits no longer than a call. A message
 * that the first takes later comes twice, with the same code.
 */
export function withSecond(first: CodeSender, second: CodeSender, report: (error: unknown) => void, mostMs = firstMs): CodeSender {
  const either = async (one: () => Promise<void>, other: () => Promise<void>) => {
    const slow = new AbortController();
    const tooSlow = later(mostMs, undefined, { signal: slow.signal }).then(() => {
      throw new SmsFault('The first provider of text messages is slow.');
    });
    await Promise.race([one(), tooSlow])
      .catch((error: unknown) => {
        if (!(error instanceof SmsFault)) throw error;
        report(error);
        return other();
      })
      .finally(() => slow.abort());
  };
  const [link, otherLink] = [first.sendLink, second.sendLink];
  return {
    isShownOnPage: false,
    send: (phone, code) =>
      either(
        () => first.send(phone, code),
        () => second.send(phone, code),
      ),
    sendLink:
      link && otherLink
        ? (phone, text) =>
            either(
              () => link(phone, text),
              () => otherLink(phone, text),
            )
        : (link ?? otherLink),
    // A letter that is refused is sent again an hour later.
    sendLetter: first.sendLetter ?? second.sendLetter,
  };
}

/** Returns the sender of text messages that the settings name. */
export function openSms(settings: SmsSettings, product: string, host: string | undefined, print: (line: string) => void): CodeSender {
  if (settings.provider === 'msg91') return msg91(settings);
  if (settings.provider === 'twilio')
    return twilio(settings, {
      ofCode: (code) => wordsOf(code, product, host),
      ofLink: (link) => wordsOfLink(link, product),
      ofLetter: (link, language) => wordsOfLetter(link, product, language),
    });
  return settings.provider === 'console' ? codeInTerminal(print) : codeOnPage;
}
