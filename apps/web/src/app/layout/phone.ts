import { brand } from '@abhyas/contract/brand';

/** The address that a phone calls. */
export const phoneAddress = (): string => `tel:${brand.supportPhone.replaceAll(' ', '')}`;
