import { brand } from '@abhyas/contract/institute/brand';

/** The `tel:` address of a number. Default: the number of the site's support. */
export const phoneAddress = (number = brand.supportPhone): string => `tel:${number.replaceAll(' ', '')}`;
