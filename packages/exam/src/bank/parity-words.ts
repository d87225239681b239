/** Words that turn a question around, each group in English and in Hindi. A group is missed if one side has it and the other has none. */
export interface WordGroup {
  name: string;
  en: RegExp;
  hi: RegExp;
}

/** A Hindi word that stands by itself: `\b` knows no Devanagari, and a vowel sign belongs to its letter. */
const alone = (words: string) => new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${words})(?![\p{L}\p{M}])`, 'u');

export const turningWords: readonly WordGroup[] = [
  {
    name: 'not',
    // The gates NOT and NOR have names in capitals.
    en: /\b(?:[Nn]ot|NOT(?! gate)|[Nn]ever|[Nn]either|[Nn]or|[Cc]annot|[Nn]o|[Nn]one|[Nn]othing|[Ww]ithout)\b|n['’]t\b/,
    hi: alone('नहीं|न|ना|कभी नहीं|कोई नहीं|बिना|रहित|कुछ नहीं'),
  },
  { name: 'except', en: /\b(?:except|other than|apart from)\b/i, hi: /के अलावा|के अतिरिक्त|छोड़कर|छोड़ कर|के सिवा|अपवाद/u },
  { name: 'incorrect', en: /\b(?:incorrect|false|wrong|untrue)\b/i, hi: alone('असत्य|गलत|ग़लत|अशुद्ध|अनुचित|मिथ्या|सही नहीं|सत्य नहीं') },
];

/** A unit by its sign, with the words for it. */
export const unitWords: readonly { sign: string; en: RegExp; hi: RegExp }[] = (
  [
    ['m', 'met(?:re|er)s?', 'मीटर'],
    ['cm', 'centimet(?:re|er)s?', 'सेंटीमीटर|सेमी'],
    ['mm', 'millimet(?:re|er)s?', 'मिलीमीटर|मिमी'],
    ['km', 'kilomet(?:re|er)s?', 'किलोमीटर|किमी'],
    ['s', 'seconds?', 'सेकंड|सेकेंड|सेकण्ड'],
    ['min', 'minutes?', 'मिनट'],
    ['h', 'hours?', 'घंटे|घंटा|घंटों|घण्टे|घण्टा'],
    ['g', 'grams?', 'ग्राम'],
    ['kg', 'kilograms?', 'किलोग्राम|किग्रा'],
    ['K', 'kelvins?', 'केल्विन'],
    ['J', 'joules?', 'जूल'],
    ['W', 'watts?', 'वाट'],
    ['V', 'volts?', 'वोल्ट'],
    ['A', 'amperes?', 'ऐम्पियर|एम्पियर|ऐम्पीयर'],
    ['N', 'newtons?', 'न्यूटन'],
    ['Pa', 'pascals?', 'पास्कल'],
    ['Hz', 'hertz', 'हर्ट्ज|हर्ट्ज़'],
    ['L', 'lit(?:re|er)s?', 'लीटर'],
    ['mol', 'moles?', 'मोल'],
    ['degree', 'degrees?', 'डिग्री|अंश'],
  ] as const
).map(([sign, en, hi]) => ({ sign, en: new RegExp(String.raw`\b(?:${en})\b`, 'i'), hi: alone(hi) }));
