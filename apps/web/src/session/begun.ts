interface Begun {
  session_id: number | null;
  writer: number;
}

let begun: Begun | null = null;

/** Notes that this page has begun a session, or taken it over, as this writer. */
export function noteBegun(session: Begun): void {
  begun = session;
}

/** Whether this page is still its newest writer, so that it need not ask to become it. */
export const isBegunHere = ({ session_id, writer }: Begun): boolean => begun?.session_id === session_id && begun.writer === writer;
