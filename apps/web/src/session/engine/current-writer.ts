interface CurrentWriter {
  session_id: number | null;
  writer: number;
}

let current: CurrentWriter | null = null;

/** Notes that this page has started a session, or taken it over, as this writer. */
export function noteCurrentWriter(session: CurrentWriter): void {
  current = session;
}

/** Whether this page is still its newest writer, so that it need not ask to become it. */
export const isCurrentWriter = ({ session_id, writer }: CurrentWriter): boolean =>
  current?.session_id === session_id && current.writer === writer;
