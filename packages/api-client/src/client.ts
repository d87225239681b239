import createClient from 'openapi-fetch';
import type { paths } from '../dist/api.d.ts';

/** A client of the API whose inputs, answers and refusals are typed from the API description. `token` as signing in answers with it. */
export const apiClient = (site: string, token?: string) =>
  createClient<paths>({ baseUrl: `${site}/api`, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
