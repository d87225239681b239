/** The languages in which a question can be written besides English. */
export const translatedLanguages = ['hi'] as const;
export const languages = ['en', ...translatedLanguages] as const;
export type Language = (typeof languages)[number];
export type TranslatedLanguage = (typeof translatedLanguages)[number];
