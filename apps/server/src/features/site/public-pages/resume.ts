import { applicationLimits } from '@abhyas/contract/site/public-pages';

/** How far from its ends a PDF may have its marks (ISO 32000-1, appendix H.3). */
const nearEnd = 1024;

/** What is wrong with a resume, in words; null when it is a PDF that can be opened. Its bytes decide, not its name. */
export function resumeFault(file: Buffer): string | null {
  if (file.length === 0) return 'The file is empty.';
  if (file.length > applicationLimits.resumeBytes) return 'Resume should be less than 5 MB.';
  const isPdf = file.subarray(0, nearEnd).includes('%PDF-') && file.subarray(-nearEnd).includes('%%EOF') && file.includes('endobj');
  if (!isPdf) return 'Resume should be a PDF.';
  // An encrypted document names its key in the trailer.
  if (/\/Encrypt\s+\d+\s+\d+\s+R|\/Encrypt\s*<</.test(file.toString('latin1')))
    return 'Resume should be a PDF that opens without a password.';
  return null;
}
