import '@fontsource-variable/noto-sans-devanagari/wght.css';
import font from '@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2?url';
import '../platform/devanagari.css';
import { keepHindi } from '../platform/service-worker.ts';

/** Keeps the font on the device of a reader of Hindi. Not done by the module itself, which the bundler may put into a file for everybody. */
export const keepDevanagari = (): void => keepHindi([font]);
