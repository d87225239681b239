import { type AddressInfo, createServer, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MailFault, type MailSender, openMail } from './mail.ts';

/** An SMTP service on this machine, which stores the mails that it takes, and answers recipients as told. */
let service: Server;
let heard: { from: string; to: string[]; lines: string[] }[];
let answerToSender: string;
let answerToRecipient: string;
let mail: MailSender;

beforeAll(async () => {
  service = createServer((socket) => {
    let current = { from: '', to: [] as string[], lines: [] as string[] };
    let isData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 mail.example');
    createInterface(socket).on('line', (line) => {
      if (isData && line !== '.') return void current.lines.push(line);
      if (isData) {
        isData = false;
        heard.push(current);
        current = { from: '', to: [], lines: [] };
        return say('250 taken');
      }
      if (/^EHLO/i.test(line)) return say('250 mail.example');
      if (/^MAIL FROM/i.test(line)) {
        current.from = line;
        return say(answerToSender);
      }
      if (/^RCPT TO/i.test(line)) {
        current.to.push(line);
        return say(answerToRecipient);
      }
      if (/^QUIT/i.test(line)) return void socket.end('221 bye\r\n');
      isData = /^DATA/i.test(line);
      return say(isData ? '354 go on' : '250 fine');
    });
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  mail = openMail({ url: `smtp://127.0.0.1:${(service.address() as AddressInfo).port}`, from: 'Abhyas <letters@abhyas.example>' });
});
afterAll(() => {
  mail.close();
  service.close();
});
beforeEach(() => {
  heard = [];
  answerToSender = '250 known';
  answerToRecipient = '250 known';
});

const letter = { to: 'asha@example.com', subject: 'सोमवार', text: 'A link: https://abhyas.example/letter' };

test('an e-mail names its sender, and goes to one address', async () => {
  await mail.send({ ...letter, endAddress: 'https://abhyas.example/hooks/letter_mail/7.x' });
  expect(heard).toMatchObject([{ from: 'MAIL FROM:<letters@abhyas.example>', to: ['RCPT TO:<asha@example.com>'] }]);
  const text = heard[0]?.lines.join('\n') ?? '';
  expect(text).toContain('From: Abhyas <letters@abhyas.example>');
  expect(text).toContain('List-Unsubscribe: <https://abhyas.example/hooks/letter_mail/7.x>');
  expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(text).toContain('https://abhyas.example/letter');
});

test('an address that looks like a list or a header is never more than one recipient', async () => {
  await mail.send({ ...letter, to: 'a@example.com, b@example.com' }).catch(() => {});
  await mail.send({ ...letter, to: 'a@example.com>\r\nRCPT TO:<b@example.com' }).catch(() => {});
  for (const { to } of heard) expect(to).toHaveLength(1);
  expect(JSON.stringify(heard.map(({ to }) => to))).not.toContain('<b@example.com>');
});

test.each([
  ['550 5.1.1 <asha@example.com> is unknown', true, 'The e-mail service answered 550.'],
  ['451 4.7.1 asha@example.com: try later', false, 'The e-mail service answered 451.'],
])('a refusal causes a fault without the address: %s', async (answer, isFinal, message) => {
  answerToRecipient = answer;
  const fault = await mail.send(letter).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(MailFault);
  expect(fault).toMatchObject({ message, isFinal });
});

test('a refused sender is no reason to give up an address', async () => {
  answerToSender = '550 5.7.1 this sender may not send';
  await expect(mail.send(letter)).rejects.toMatchObject({ message: 'The e-mail service answered 550.', isFinal: false });
});

test('a service that cannot be reached causes a fault, also when the service is only tested', async () => {
  const away = openMail({ url: 'smtp://word-of-abhyas:secret@127.0.0.1:1', from: 'letters@abhyas.example' });
  const faults = [await away.send(letter).catch(String), await away.verify().catch(String)];
  expect(faults).toEqual(Array(2).fill('Error: The e-mail service could not be reached.'));
  away.close();
  await mail.verify();
});
