import { login, requestOtp, updateProfile } from '@abhyas/contract/institute/identity';
import type { Answer, Endpoint, Input } from '@abhyas/contract/endpoint';

/** One call of the API, made without the site. */
export async function callSite<E extends Endpoint>(
  address: string,
  token: string | null,
  endpoint: E,
  input: Input<E>,
): Promise<Answer<E>> {
  const { id, ...fields } = input as Record<string, string | number | boolean>;
  const hasId = endpoint.path.includes('{id}');
  const rest = hasId || id === undefined ? fields : { ...fields, id };
  const isGet = endpoint.method === 'GET';
  const query = isGet ? `?${new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))}` : '';
  const response = await fetch(`${address}/api${endpoint.path.replace('{id}', String(id))}${query}`, {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(isGet ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: isGet ? null : JSON.stringify(rest),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${endpoint.route}: ${response.status} ${JSON.stringify(answer)}`);
  return answer as Answer<E>;
}

/** Signs a number in with the code that the demo shows, and registers the number when a profile is given. Returns the token. */
export async function signIn(
  address: string,
  phone_number: string,
  profile?: { name: string; course: 'MED' | 'ENG' | 'MED_ENG' },
): Promise<string> {
  const { demo_otp = '', request_id = '' } = await callSite(address, null, requestOtp, { phone_number });
  const { token } = await callSite(address, null, login, { phone_number, otp: demo_otp, request_id });
  if (profile) await callSite(address, token, updateProfile, { ...profile, is_onboarding: true });
  return token;
}

/** An unused phone number. */
export const newPhone = (): string => `7${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;

/** A student who is signed in at the start of the run, so that the wait before another code is over when a test needs one. */
export const signsInAgain = '8000000000';
