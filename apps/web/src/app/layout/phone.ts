import { brand } from '@abhyas/contract/institute/brand';

/** The address that a phone calls: the site's own support without a number. */
export const phoneAddress = (number = brand.supportPhone): string => `tel:${number.replaceAll(' ', '')}`;
