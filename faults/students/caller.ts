import { AsyncLocalStorage } from 'node:async_hooks';

/** A caller of the product's own code, with a network and a clock of its own. */
export interface Caller {
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** Ms by the wall clock of the device. */
  now(): number;
}

const callers = new AsyncLocalStorage<Caller>();
/** The machine's clock, saved before callers replace it by their own. */
export const machineNow = Date.now.bind(Date);
export const machineFetch = globalThis.fetch;

globalThis.fetch = (input, init = {}) => {
  const caller = callers.getStore();
  if (!caller) throw new Error('The call was made outside of runAs');
  return caller.fetch(String(input), init);
};
Date.now = () => callers.getStore()?.now() ?? machineNow();

/** Runs the product's code for this caller. */
export const runAs = <T>(caller: Caller, work: () => T): T => callers.run(caller, work);
