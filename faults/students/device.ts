import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { createDeviceStore, type DeviceStore } from '@abhyas/web/platform/device-store';
import { storageInMemory } from '@abhyas/web/platform/testing/storage';
import { machineNow } from './caller.ts';

/** A browser's profile: what it stores survives every page, and its clock may be wrong. */
export class Device {
  readonly number: number;
  /** Ms by which its wall clock is ahead. */
  clockError: number;
  readonly #storage = new IDBFactory();
  readonly #localStorage = storageInMemory();

  constructor(number: number, clockError: number) {
    this.number = number;
    this.clockError = clockError;
  }

  /** Its wall clock, ms. */
  now(): number {
    return machineNow() + this.clockError;
  }

  /** The product's store as a page just opened finds it: nothing in memory, all that was written on the disk. */
  openStore(): DeviceStore {
    const store = createDeviceStore(
      () => this.now(),
      () => this.#localStorage,
    );
    // The store opens its database in this very call, and from then on keeps to it.
    globalThis.indexedDB = this.#storage;
    void store.paperOf(0, 0);
    return store;
  }
}
