import type { User } from '../../platform/user.ts';

/** The logo of the institute in use; undefined if it has none. */
export function ownLogo(user: User | null): { picture: string; name: string } | undefined {
  const logo = user?.institute_brand?.logo;
  return logo ? { picture: `/api/pictures/${logo}`, name: user?.membership?.institute_name ?? '' } : undefined;
}
