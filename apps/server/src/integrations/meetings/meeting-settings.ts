import { bigBlueButtonMeetings } from './bigbluebutton.ts';
import { jitsiMeetings } from './jitsi.ts';
import type { MeetingProviders } from './meetings.ts';
import { zoomMeetings } from './zoom.ts';

/** The variables of each provider. Set all of them, or none. */
export const meetingVariables = {
  zoom: ['ZOOM_ACCOUNT_ID', 'ZOOM_CLIENT_ID', 'ZOOM_CLIENT_SECRET', 'ZOOM_HOOK_SECRET'],
  jitsi: ['JITSI_DOMAIN', 'JITSI_APP_ID', 'JITSI_SECRET', 'JITSI_HOOK_TOKEN'],
  bigbluebutton: ['BIGBLUEBUTTON_URL', 'BIGBLUEBUTTON_SECRET'],
} as const;

/** The values of all the variables, or null if none is set. Throws with the names of missing variables if only some are set. */
function allOf(environment: NodeJS.ProcessEnv, names: readonly string[]): string[] | null {
  const missing = names.filter((name) => !environment[name]);
  if (missing.length === names.length) return null;
  if (missing.length > 0) throw new Error(`A provider of meetings needs ${missing.join(', ')} too.`);
  return names.map((name) => environment[name] ?? '');
}

/** The providers that the environment configures, besides our own room and links. Their hooks are sent to `siteUrl`. */
export function meetingsOf(environment: NodeJS.ProcessEnv, siteUrl: string | undefined): Partial<MeetingProviders> {
  const zoom = allOf(environment, meetingVariables.zoom);
  const jitsi = allOf(environment, meetingVariables.jitsi);
  const bigbluebutton = allOf(environment, meetingVariables.bigbluebutton);
  const providers: Partial<MeetingProviders> = {};
  if (zoom) {
    const [account_id = '', client_id = '', client_secret = '', hook_secret = ''] = zoom;
    const { ZOOM_SDK_KEY: sdk_key, ZOOM_SDK_SECRET: sdk_secret } = environment;
    providers.zoom = zoomMeetings({ account_id, client_id, client_secret, hook_secret, sdk_key, sdk_secret });
  }
  if (jitsi) {
    const [domain = '', app_id = '', secret = '', hook_token = ''] = jitsi;
    providers.jitsi = jitsiMeetings({ domain, app_id, secret, hook_token });
  }
  if (bigbluebutton) {
    const [url = '', secret = ''] = bigbluebutton;
    if (!siteUrl) throw new Error('BigBlueButton needs SITE_URL, to which it sends the list of people who were present.');
    providers.bigbluebutton = bigBlueButtonMeetings({ url: url.replace(/\/*$/, '/'), secret, hook_url: `${siteUrl}/hooks/bigbluebutton` });
  }
  return providers;
}
