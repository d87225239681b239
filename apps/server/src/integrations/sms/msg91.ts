import { type CodeSender, post, SmsFault, type SmsSettings } from './sender.ts';

type Msg91Settings = Extract<SmsSettings, { provider: 'msg91' }>;

/** MSG91's Flow: MSG91 stores the text, as the template registered with DLT, and gets the code or the link as a variable. */
export function msg91(settings: Msg91Settings): CodeSender {
  const { auth_key, template_id, variable, link_template_id, letter_template_id, address = 'https://control.msg91.com' } = settings;
  const send = async (template: string, phone: string, variables: Record<string, string>) => {
    const body = { template_id: template, short_url: '0', recipients: [{ mobiles: `91${phone}`, ...variables }] };
    const headers = { authkey: auth_key, accept: 'application/json', 'content-type': 'application/json' };
    const answer = await post(`${address}/api/v5/flow`, headers, JSON.stringify(body));
    // MSG91 also refuses with status 200.
    if ((answer as { type?: unknown } | null)?.type !== 'success') throw new SmsFault('MSG91 did not take the message.');
  };
  return {
    isShownOnPage: false,
    send: (phone, code) => send(template_id, phone, { [variable]: code }),
    sendLink: link_template_id ? (phone, link) => send(link_template_id, phone, { LINK: link }) : null,
    sendLetter: letter_template_id ? (phone, link) => send(letter_template_id, phone, { LINK: link }) : null,
  };
}
