import { type CodeSender, post, SmsFault, type SmsSettings } from './sender.ts';

type Msg91Settings = Extract<SmsSettings, { provider: 'msg91' }>;

/** MSG91's Flow: MSG91 stores the text, as the template registered with DLT, and gets the code as a variable. */
export function msg91({ auth_key, template_id, variable, address = 'https://control.msg91.com' }: Msg91Settings): CodeSender {
  return {
    isShownOnPage: false,
    send: async (phone, code) => {
      const body = { template_id, short_url: '0', recipients: [{ mobiles: `91${phone}`, [variable]: code }] };
      const headers = { authkey: auth_key, accept: 'application/json', 'content-type': 'application/json' };
      const answer = await post(`${address}/api/v5/flow`, headers, JSON.stringify(body));
      // MSG91 also refuses with status 200.
      if ((answer as { type?: unknown } | null)?.type !== 'success') throw new SmsFault('MSG91 did not take the message.');
    },
  };
}
