// Contents: what messages say · the address of the e-mails · the messages of Monday
import { createHash } from 'node:crypto';
import { say } from '@abhyas/exam/institute/sentence';
import type { Answer } from '@abhyas/contract/endpoint';
import type { askLetterMail } from '@abhyas/contract/site/letters';
import { brand } from '@abhyas/contract/institute/brand';
import { indianDay, weekStart } from '@abhyas/exam/institute/indian-day';
import { Problem } from '@abhyas/contract/problem';
import type { Context, Person, SignedInContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { MailFault, type MailSender } from '../../../integrations/mail/mail.ts';
import { type CodeSender, SmsFault } from '../../../integrations/sms/sender.ts';
import * as store from './letters.store.ts';
import { openEnd, openWish, sealEnd, sealWish } from './mail-links.ts';

/** The services and settings that announce letters outside the site. */
export interface LetterPost {
  sender: CodeSender;
  /** Null if the installation sends no e-mails. */
  mail: MailSender | null;
  siteUrl: string | undefined;
  secret: Buffer;
}

type Language = 'en' | 'hi';
interface Words {
  subject: string;
  text: string;
}

const addressOf = ({ siteUrl = '' }: Pick<LetterPost, 'siteUrl'>, path: string) => `${siteUrl.replace(/\/$/, '')}${path}`;

/** The e-mail with the link that confirms an address. It contains nothing that the person wrote. */
const confirmWords = (link: string): Record<Language, Words> => ({
  en: {
    subject: `Confirm your address for ${brand.name}`,
    text: `Somebody, most likely you, asked ${brand.name} for an e-mail at this address each Monday. To get it, open this link within a day:\n\n${link}\n\nIf it was not you, do nothing: the address is not stored.`,
  },
  hi: {
    subject: `${brand.name} के लिए अपने पते की पुष्टि कीजिए`,
    text: `किसी ने, सम्भवतः आपने, ${brand.name} से इस पते पर हर सोमवार एक ई-मेल माँगा है। इसे पाने के लिए एक दिन के भीतर यह लिंक खोलिए:\n\n${link}\n\nयदि यह आपने नहीं माँगा, तो कुछ मत कीजिए: पता सहेजा नहीं गया है।`,
  },
});

/** The e-mail of Monday. It contains no result: whoever reads the mailbox is not signed in. */
const mondayWords = (link: string, end: string): Record<Language, Words> => ({
  en: {
    subject: `Your Monday letter from ${brand.name}`,
    text: `What rose, what fell, and one thing to do this week:\n\n${link}\n\nYou asked ${brand.name} for this e-mail. To end these e-mails, open:\n\n${end}`,
  },
  hi: {
    subject: `${brand.name} से आपकी सोमवार की चिट्ठी`,
    text: `क्या बढ़ा, क्या घटा, और इस सप्ताह करने की एक बात:\n\n${link}\n\nयह ई-मेल आपने ${brand.name} से माँगा है। इन्हें बन्द करने के लिए यह लिंक खोलिए:\n\n${end}`,
  },
});

const mondayOf = (now: Date) => weekStart(indianDay(now));

/** The ways besides the site in which the installation can notify this person. */
export const waysOf = ({ sender, mail }: LetterPost, { phone }: Person) => ({
  text: sender.sendLetter !== null && phone !== null,
  mail: mail !== null,
});

/** Sends a link to the address, which is stored only when the link is pressed. Links that were sent before no longer work. */
export async function askForMail(context: SignedInContext, post: LetterPost, given: string): Promise<Answer<typeof askLetterMail>> {
  const { caller, budgets } = context;
  const { mail } = post;
  if (!mail) throw new Problem('not_possible', say`This site sends no e-mails.`);
  const address = given.toLowerCase();
  const takes =
    budgets.take('letter_mails', caller.id) &&
    // The ledger of budgets holds no address.
    budgets.take('letter_mails_of_address', createHash('sha256').update(address).digest('base64url')) &&
    budgets.take('letter_mails_of_installation', 'installation');
  if (!takes) throw new Problem('too_many_requests');
  await store.noteAsking(context, caller.id, mondayOf(context.now));
  const path = `/letter_mail#${sealWish(post.secret, { user_id: caller.id, address }, context.now)}`;
  await mail.send({ to: address, ...confirmWords(addressOf(post, path))[caller.language ?? 'en'] }).catch((fault: unknown) => {
    if (!(fault instanceof MailFault)) throw fault;
    context.report(fault.message);
    throw new Problem('code_not_sent', say`The e-mail could not be sent. Check the address, or try again in a moment.`);
  });
  return { success: true, ...(mail.isShownOnPage ? { demo_link: path } : {}) };
}

const expired = () =>
  new Problem('link_expired', say`This link has expired or is damaged. Ask for a new one on the page of the Monday letter.`);

/** Stores the confirmed address. Throws `link_expired` unless the link is the latest of the account, and not used. */
export async function confirmMail(context: Context, { secret }: LetterPost, token: string): Promise<{ address: string }> {
  const wish = openWish(secret, token, context.now);
  if (!wish || !(await store.storeMailAddress(context, wish, mondayOf(context.now)))) throw expired();
  return { address: wish.address };
}

/** Ends the e-mails and forgets the address. Repeating it changes nothing. */
export const forgetMail = (context: Context, user_id: number): Promise<void> =>
  inTransaction(context, (within) => store.endWay(within, user_id, 'mail'));

/**
 * Ends the e-mails to an address by a link that stands in them. It works without a sign-in, and does nothing once the address is forgotten or
 * another one has taken its place: a mailbox of former times ends no e-mails to the present one.
 */
export async function endMail(context: Context, { secret }: LetterPost, token: string): Promise<void> {
  const end = openEnd(secret, token);
  if (end === null) throw expired();
  await inTransaction(context, async (within) => {
    const address = await store.lockMailAddress(within, end.user_id);
    if (address !== null && end.isFor(address)) await store.endWay(within, end.user_id, 'mail');
  });
}

/** Messages on their way at once. A process that is killed loses at most these. */
const sentAtOnce = 20;
/** Runs of the job before this hour leave what failed to the next run. In hours UTC; 4:00 is 9:30 in India. */
const triesBeforeHour = 4;

/** Sends the messages of one way. Each person is marked before the message leaves, so that nobody gets it twice. */
async function sendBy(
  context: Context,
  way: store.MessageWay,
  send: (reader: store.MessageReader) => Promise<void>,
): Promise<{ sent: number; refused: number }> {
  const monday = mondayOf(context.now);
  const counts = { sent: 0, refused: 0 };
  for (let after = 0; ; ) {
    const readers = await store.takeMessageReaders(context, way, { monday, after, count: sentAtOnce });
    const outcomes = await Promise.allSettled(readers.map(send));
    const again: number[] = [];
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') continue;
      const fault: unknown = outcome.reason;
      if (!(fault instanceof SmsFault || fault instanceof MailFault)) throw fault;
      if (!(fault instanceof MailFault && fault.isFinal) && context.now.getUTCHours() < triesBeforeHour)
        again.push(readers[at]?.user_id ?? 0);
    }
    await store.giveBackReaders(context, way, monday, again);
    const refused = outcomes.filter(({ status }) => status === 'rejected').length;
    counts.refused += refused;
    counts.sent += outcomes.length - refused;
    if (readers.length < sentAtOnce) return counts;
    after = Math.max(...readers.map(({ user_id }) => user_id));
  }
}

/** Announces the letter to those who asked for a text message or an e-mail, each once for a Monday. */
export async function sendLetters(context: Context, post: LetterPost, report: (words: string) => void): Promise<void> {
  const { sender, mail, secret } = post;
  const link = addressOf(post, '/letter');
  const { sendLetter } = sender;
  const none = { sent: 0, refused: 0 };
  const texts = sendLetter ? await sendBy(context, 'text', ({ to, language }) => sendLetter(to, link, language)) : none;
  const mails = mail
    ? await sendBy(context, 'mail', ({ user_id, to, language }) => {
        const token = sealEnd(secret, { user_id, address: to });
        const endAddress = addressOf(post, `/hooks/letter_mail/${token}`);
        return mail.send({ to, ...mondayWords(link, addressOf(post, `/letter_mail#end.${token}`))[language], endAddress });
      })
    : none;
  const refused = texts.refused + mails.refused;
  if (texts.sent + mails.sent + refused > 0)
    report(`Monday letters: ${texts.sent} text messages and ${mails.sent} e-mails were sent, ${refused} were refused.`);
}
