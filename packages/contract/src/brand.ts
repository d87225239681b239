/** What an institute changes to make the site its own. */
export const brand = {
  name: 'Abhyas',
  tagline: 'Practice for JEE and NEET, at exam-hall standard',
  supportPhone: '+91 00000 00000',
  supportEmail: 'support@abhyas.example',
  storeLink: 'https://play.google.com/store/apps/details?id=app.abhyas',
  /** Where staff land: an address of this site or of another. */
  instituteSite: '/staff',
  /** Where guardians land. */
  parentPortal: '/guardian',
} as const;
