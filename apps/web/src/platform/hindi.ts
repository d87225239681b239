import '@fontsource-variable/noto-sans-devanagari/wght.css';
import font from '@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2?url';
import './devanagari.css';
import brand from './brand-in-hindi.json';
import { idOfName } from './language.ts';
import names from './names-in-hindi.json';
import { keepHindi } from './service-worker.ts';

type Sentences = Record<string, string>;

const files = import.meta.glob<Sentences>(['../*/hi.json', '../features/*/hi.json'], { eager: true, import: 'default' });

/** The Hindi of every sentence of the interface by its English, of the brand's texts, and of the product's names. */
export const sentences: Sentences = Object.assign(
  Object.create(null),
  brand,
  ...Object.values(files),
  Object.fromEntries(Object.entries(names).map(([name, hindi]) => [idOfName(name), hindi])),
);

keepHindi([import.meta.url, font]);
