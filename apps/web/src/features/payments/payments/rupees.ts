import { formatNumber } from '../../../ui/format.ts';

/** 400000 paise -> '₹4,000'; paise are shown unless they are zero: '₹305.80'. */
export function formatRupees(paise: number): string {
  const whole = formatNumber(Math.floor(paise / 100));
  return paise % 100 === 0 ? `₹${whole}` : `₹${whole}.${String(paise % 100).padStart(2, '0')}`;
}

/** A discount: '−₹400'. */
export const formatCut = (paise: number): string => `−${formatRupees(paise)}`;

/** An amount on an invoice, always with paise: '₹3,050.85'. */
export const formatPaise = (paise: number): string => `₹${formatNumber(Math.floor(paise / 100))}.${String(paise % 100).padStart(2, '0')}`;
