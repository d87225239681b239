/** A time of a recording as people write it. */
export interface ClipTime {
  hours: number;
  minutes: number;
  seconds: number;
}

export const secondsOf = ({ hours, minutes, seconds }: ClipTime): number => hours * 3600 + minutes * 60 + seconds;

export const clipTimeOf = (total: number): ClipTime => ({
  hours: Math.floor(total / 3600),
  minutes: Math.floor(total / 60) % 60,
  seconds: total % 60,
});

/** Why a clip cannot have these times, as a sentence; null if it can. Times in seconds; `length` is null if unknown. */
export function clipFault(start: number, end: number, length: number | null): string | null {
  if (end <= start) return 'A clip ends after it starts.';
  if (length !== null && end > length) return 'A clip ends within the recording.';
  return null;
}

const two = (value: number) => String(value).padStart(2, '0');

/** '1:02:03', '4:05'. */
export function clipTimeInWords(total: number): string {
  const { hours, minutes, seconds } = clipTimeOf(total);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** Seconds of '1:02:03', '4:05' or '45'; null for any other text. */
export function readClipTime(text: string): number | null {
  const parts = /^(?:(?:(\d{1,2}):)?([0-5]?\d):)?([0-5]?\d)$/.exec(text.trim());
  return parts ? secondsOf({ hours: Number(parts[1] ?? 0), minutes: Number(parts[2] ?? 0), seconds: Number(parts[3]) }) : null;
}

/** The address of a recording that plays only the clip, by a fragment of the Media Fragments URI standard. */
export const clipAddress = (recording: string, start: number, end: number): string => `${recording.split('#')[0] ?? ''}#t=${start},${end}`;
