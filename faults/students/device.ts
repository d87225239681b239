import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { createDeviceStore, type DeviceStore } from '@abhyas/web/platform/device-store';
import { storageInMemory } from '@abhyas/web/platform/testing/storage';
import { machineNow } from './caller.ts';

/** A browser's profile: its storage survives every page, and its clock may be wrong. */
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

  /** The device's wall clock, ms. */
  now(): number {
    return machineNow() + this.clockError;
  }

  /** The product's store as a newly opened page finds it: empty memory, and the whole disk. */
  openStore(): DeviceStore {
    const store = createDeviceStore(
      () => this.now(),
      () => this.#localStorage,
    );
    // The store opens its database during this call and keeps using that one.
    globalThis.indexedDB = this.#storage;
    void store.paperOf(0, 0);
    return store;
  }
}
