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

/** Sets the function that opens an address, so that the platform need not import the router. */
export function leadFailuresTo(navigate: typeof goTo): void {
  goTo = navigate;
}

/** Opens an http or https address, or one of this site, and ignores any other. The server has checked the host against its list. */
const leaveTo = (address: string) => {
  if (/^https?:\/\//.test(address) || /^\/(?![/\\])/.test(address)) location.assign(address);
};

/** Reports a failure unless the screen handles it: `ownFailures` means all failures, `ownDefects` only a defect. */
const report = (failure: unknown, meta: Record<string, unknown> | undefined) => {
  const isOwnDefect = meta?.ownDefects === true && failure instanceof Problem && failure.code === 'defect';
  if (meta?.ownFailures !== true && !isOwnDefect)
    handleEverywhere(failure, { goTo: (path) => goTo(path), forgetAnswers: () => queryClient.clear(), leaveTo });
};

const isBusy = (failure: unknown) => failure instanceof Problem && (failure.code === 'busy' || failure.code === 'too_many_requests');

// The library considers a page online even if it opens without a network, and would not fetch again when the network is back.
onlineManager.setOnline(globalThis.navigator?.onLine !== false);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (failure, query) => report(failure, query.meta) }),
  mutationCache: new MutationCache({ onError: (failure, _input, _context, mutation) => report(failure, mutation.meta) }),
  defaultOptions: {
    // 'always': without a network a call fails at once so that the screen can say so; it runs again when the network is back.
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
  /** Whether the call may be made now. Default: true. */
  enabled?: boolean;
  /** Ms for which an answer counts as fresh; 30 s by default. */
  staleTime?: number;
  /** Whether the answer to the former input is shown until the new one arrives. */
  keepPrevious?: boolean;
  /** Whether failures are left to the screen. */
  ownFailures?: boolean;
  /** Whether the screen handles a defect of the server, because it has its own text for that. */
  ownDefects?: boolean;
  /** Ms after which the call is repeated while the page is visible. It is also repeated when the page becomes visible. */
  refreshEvery?: number;
}

export const callKey = <E extends Endpoint>(endpoint: E, input: Input<E>) => [endpoint.route, input] as const;

/** Reads through a call: cached by endpoint and input, fetched again when stale. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallQueryOptions = {},
): UseQueryResult<Answer<E>, Error> {
  return useQuery<Answer<E>, Error>({
    queryKey: callKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    // An answer that came with the page is drawn at once, without a frame that waits for it.
    initialData: () => arrivedAnswer(endpoint, input),
    enabled: options.enabled ?? true,
    meta: { ownFailures: options.ownFailures ?? false, ownDefects: options.ownDefects ?? false },
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options.refreshEvery === undefined ? {} : { refetchInterval: options.refreshEvery, refetchOnWindowFocus: 'always' as const }),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
  });
}

/** Changes something through a call. With `ownFailures` failures are left to the screen. */
export function useSend<E extends Endpoint>(endpoint: E, options: { ownFailures?: boolean } = {}) {
  return useMutation<Answer<E>, Error, Input<E>>({
    mutationFn: (input) => call(endpoint, input),
    meta: { ownFailures: options.ownFailures ?? false },
  });
}
