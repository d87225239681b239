declare module 'typo-js' {
  export default class Typo {
    constructor(language: string, affixes: string, words: string);
    check(word: string): boolean;
  }
}
