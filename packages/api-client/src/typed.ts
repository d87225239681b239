// Compiled, never run: uses that the types must accept, and uses that they must refuse.
import { apiClient } from './client.ts';

/** @public */
export async function signIn(phone_number: string, otp: string): Promise<string> {
  const { data, error } = await apiClient('https://abhyas.example').POST('/authentications/login', { body: { phone_number, otp } });
  if (error) {
    if (error.code === 'wrong_code') return error.message;
    // @ts-expect-error -- no refusal of this call
    return error.code === 'finished_test' ? 'finished' : error.message;
  }
  return data.token;
}

/** @public */
export async function scoreOf(token: string, id: number): Promise<number | undefined> {
  const client = apiClient('https://abhyas.example', token);
  // @ts-expect-error -- the paper is missing
  await client.GET('/student_app/{id}/get_report', {});
  const { data } = await client.GET('/student_app/{id}/get_report', { params: { path: { id } } });
  return data?.report_data.find(({ subject_id }) => subject_id === null)?.score;
}
