import { AsyncLocalStorage } from 'node:async_hooks';

/** Somebody whose calls, made by the product's own code, go out through a network of their own under a clock of their own. */
export interface Caller {
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** Ms by the wall clock of the device. */
  now(): number;
}

const callers = new AsyncLocalStorage<Caller>();
/** The machine's, before callers put their own clocks in its place. */
export const machineNow = Date.now.bind(Date);
export const machineFetch = globalThis.fetch;

globalThis.fetch = (input, init = {}) => {
  const caller = callers.getStore();
  if (!caller) throw new Error('A call outside of any page');
  return caller.fetch(String(input), init);
};
Date.now = () => callers.getStore()?.now() ?? machineNow();

/** Runs the product's code as this caller. */
export const runAs = <T>(caller: Caller, work: () => T): T => callers.run(caller, work);
