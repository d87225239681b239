import type { Answer, Endpoint, Input } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import {
  keepPreviousData,
  MutationCache,
  onlineManager,
  QueryCache,
  QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { arrivedAnswer, call } from './call.ts';
import { handleEverywhere } from './failure.ts';

let goTo: (path: string) => void = (path) => location.assign(path);

/** The router hands in its way of going to an address, so that the platform needs to know no router. */
export function leadFailuresTo(navigate: typeof goTo): void {
  goTo = navigate;
}

/** To a host of ours, which the server has checked against its list; never to what is no address of the web. */
const leaveTo = (address: string) => {
  if (/^https?:\/\//.test(address) || /^\/(?![/\\])/.test(address)) location.assign(address);
};

/** `meta: { ownFailures: true }` keeps a call's failures with its screen: sessions and uploads say themselves what happened. */
const report = (failure: unknown, meta: Record<string, unknown> | undefined) => {
  if (meta?.ownFailures !== true)
    handleEverywhere(failure, { goTo: (path) => goTo(path), forgetAnswers: () => queryClient.clear(), leaveTo });
};

const isBusy = (failure: unknown) => failure instanceof Problem && (failure.code === 'busy' || failure.code === 'too_many_requests');

// It takes a page that opens without a network as online, and would not fetch again when the network comes.
onlineManager.setOnline(globalThis.navigator?.onLine !== false);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (failure, query) => report(failure, query.meta) }),
  mutationCache: new MutationCache({ onError: (failure, _input, _context, mutation) => report(failure, mutation.meta) }),
  defaultOptions: {
    // 'always': offline a call fails at once and the screen can say so; a return of the network fetches again.
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (count, failure) => isBusy(failure) && count < 3,
      retryDelay: (count) => Math.min(8_000, 1_000 * 2 ** count),
      refetchOnWindowFocus: false,
      refetchOnReconnect: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

interface CallQueryOptions {
  /** False holds the call back. */
  enabled?: boolean;
  /** Ms for which an answer is taken as fresh; 30 s by default. */
  staleTime?: number;
  /** Shows the former input's answer until the new one is there. */
  keepPrevious?: boolean;
  /** Failures stay with the screen. */
  ownFailures?: boolean;
  /** Asks again after so many ms while the page is in view, and when it comes into view. */
  refreshEvery?: number;
}

export const callKey = <E extends Endpoint>(endpoint: E, input: Input<E>) => [endpoint.route, input] as const;

/** Reads through a call: cached by endpoint and input, fetched again when stale. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallQueryOptions = {},
): UseQueryResult<Answer<E>, Error> {
  // What came with the page is drawn at once, without a frame that waits for it.
  const arrived = arrivedAnswer(endpoint, input);
  if (arrived !== undefined) queryClient.setQueryData(callKey(endpoint, input), arrived);
  return useQuery<Answer<E>, Error>({
    queryKey: callKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    enabled: options.enabled ?? true,
    meta: { ownFailures: options.ownFailures ?? false },
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options.refreshEvery === undefined ? {} : { refetchInterval: options.refreshEvery, refetchOnWindowFocus: 'always' as const }),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
  });
}

/** Changes something through a call. Failures go to the screen's own handling when `ownFailures` is set. */
export function useSend<E extends Endpoint>(endpoint: E, options: { ownFailures?: boolean } = {}) {
  return useMutation<Answer<E>, Error, Input<E>>({
    mutationFn: (input) => call(endpoint, input),
    meta: { ownFailures: options.ownFailures ?? false },
  });
}
