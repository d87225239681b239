/** The number of digits of a code that a person enters. */
export const CODE_LENGTH = 6;
