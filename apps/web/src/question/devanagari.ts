import '@fontsource-variable/noto-sans-devanagari/wght.css';
import font from '@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2?url';
import '../platform/devanagari.css';
import { keepHindi } from '../platform/service-worker.ts';

keepHindi([font]);
