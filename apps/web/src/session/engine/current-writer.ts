interface CurrentWriter {
  session_id: number | null;
  writer: number;
}

let current: CurrentWriter | null = null;

/** Notes that this page has started the session or taken it over under this writer number. */
export function noteCurrentWriter(session: CurrentWriter): void {
  current = session;
}

/** Whether this page is still the newest writer, so that it need not request a new writer number. */
export const isCurrentWriter = ({ session_id, writer }: CurrentWriter): boolean =>
  current?.session_id === session_id && current.writer === writer;
