import { vi } from 'vitest';

// The files of a worker share the packages, which take long to load, but not the server's modules: these know papers and counts by their
// ids, which another file's database gives to others.
vi.resetModules();
