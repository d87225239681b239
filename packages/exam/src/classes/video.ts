/**
 * A video that may be shown, by YouTube's player or as a file. `start` and `end` are whole seconds; null means the video's own start or
 * end.
 */
export interface VideoSource {
  kind: 'youtube' | 'file';
  /** YouTube's id, or the address of the file. */
  id: string;
  /** Whether the file is on the site itself. */
  isOwn: boolean;
  start: number | null;
  end: number | null;
}

const youtubeHosts = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'www.youtube-nocookie.com', 'youtu.be']);
const youtubeId = /^[\w-]{11}$/;
/** The path of a file of the site. */
const ownFile = /^(?:\/[a-z0-9][\w.-]*)+\.(?:webm|mp4|m4v)$/i;
/** A placeholder for the site's own host. */
const ownBase = 'https://site.invalid';

/** Seconds of `90`, `90s` or `1m30s`; null for anything else. */
function secondsOf(text: string | null | undefined): number | null {
  const [, hours, minutes, seconds] = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(text ?? '') ?? [];
  if (hours === undefined && minutes === undefined && seconds === undefined) return null;
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}

/** The part of a video that a media fragment names: `#t=30,150`. */
function fragmentOf(hash: string): { start: number | null; end: number | null } {
  const [from, to] = (new URLSearchParams(hash.slice(1)).get('t') ?? '').split(',');
  const [start, end] = [secondsOf(from), secondsOf(to)];
  return { start, end: end !== null && end > (start ?? 0) ? end : null };
}

function youtubeOf({ hostname, pathname, searchParams, hash }: URL): VideoSource | null {
  const [first = '', second = ''] = pathname.slice(1).split('/');
  const id = hostname === 'youtu.be' ? first : ['embed', 'shorts', 'live'].includes(first) ? second : (searchParams.get('v') ?? '');
  if (!youtubeId.test(id)) return null;
  const part = fragmentOf(hash);
  const start = part.start ?? secondsOf(searchParams.get('t')) ?? secondsOf(searchParams.get('start'));
  return { kind: 'youtube', id, isOwn: false, start, end: part.end ?? secondsOf(searchParams.get('end')) };
}

/** Whether an address is on YouTube but does not lead to a video. */
export const isNoVideo = (address: string): boolean =>
  URL.canParse(address) && youtubeHosts.has(new URL(address).hostname) && videoSource(address, []) === null;

/** The video at an address: on YouTube, or a file on the site itself or one of `hosts`; null for anything else. */
export function videoSource(address: string, hosts: readonly string[]): VideoSource | null {
  const isPath = address.startsWith('/');
  if (!isPath && !address.startsWith('https://')) return null;
  if (!URL.canParse(address, ownBase)) return null;
  const url = new URL(address, ownBase);
  if (url.username !== '' || url.password !== '') return null;
  const part = fragmentOf(url.hash);
  if (isPath) {
    const isFile = url.origin === ownBase && ownFile.test(address.split(/[?#]/)[0] ?? '') && url.search === '';
    return isFile ? { kind: 'file', id: url.pathname, isOwn: true, ...part } : null;
  }
  if (youtubeHosts.has(url.hostname)) return url.port === '' ? youtubeOf(url) : null;
  if (!hosts.includes(url.host)) return null;
  return { kind: 'file', id: `${url.origin}${url.pathname}${url.search}`, isOwn: false, ...part };
}
