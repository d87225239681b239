/**
 * Does something again and again, and returns what ends it. What the work throws, at once or later, is reported: a timer that throws would end the
 * process. It does not keep the process running.
 */
export function every(ms: number, work: () => unknown, onFailure: (error: unknown) => void): () => void {
  const run = async () => work();
  const timer = setInterval(() => void run().catch(onFailure), ms).unref();
  return () => clearInterval(timer);
}
