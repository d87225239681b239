import '@fontsource-variable/noto-sans-devanagari/wght.css';
import './devanagari.css';

type Sentences = Record<string, string>;

const files = import.meta.glob<Sentences>(['../*/hi.json', '../features/*/hi.json'], { eager: true, import: 'default' });

/** The Hindi of every sentence of the interface, by its English. */
export const sentences: Sentences = Object.assign(Object.create(null), ...Object.values(files));
