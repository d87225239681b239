// Contents: what an institute shows of itself · its settings · its logo
import { Type } from 'typebox';
import { endpoint, Nullable, Success } from '../endpoint.ts';

const Colour = Type.String({ pattern: '^#[0-9a-f]{6}$' });

/** What a member sees of the institute in use beside the site's own; an empty text and null are the site's. */
export const InstituteBrand = Type.Object({
  tagline: Type.String(),
  support_phone: Type.String(),
  support_email: Type.String(),
  /** Hash of the picture. */
  logo: Nullable(Type.String()),
  accent: Nullable(Colour),
  /** The same, as it can be read in the dark scheme. */
  accent_dark: Nullable(Colour),
});

/** What an institute makes its own of the site's brand. */
const brandFields = {
  tagline: Type.String({ maxLength: 120 }),
  support_phone: Type.String({ maxLength: 20, pattern: '^([0-9+][0-9+ -]*)?$' }),
  support_email: Type.String({ maxLength: 120, pattern: '^([^@\\s]+@[^@\\s]+)?$' }),
};

export const InstituteSettings = Type.Object({ code: Type.String(), name: Type.String(), ...InstituteBrand.properties });

export const getInstituteSettings = endpoint('GET /staff/settings', {
  summary: 'Tell name and brand of the institute',
  access: { staff: 'settings.manage' },
  response: InstituteSettings,
});

export const saveInstituteSettings = endpoint('POST /staff/settings', {
  summary: 'Set name and brand of the institute',
  access: { staff: 'settings.manage' },
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' }),
    ...brandFields,
    /** Null for the site's own; refused where texts of it could not be read. What is left out stays. */
    accent: Type.Optional(Nullable(Colour)),
  }),
  response: Type.Object({ ...Success, ...InstituteSettings.properties }),
  refusals: ['not_possible'],
});

export const LOGO_BYTES = 200_000;
/** Pixels of either side. */
export const LOGO_SIDE = 1024;

export const setInstituteLogo = endpoint('POST /staff/settings/logo', {
  summary: 'Set the logo of the institute, a PNG in base64, or take it away with null',
  access: { staff: 'settings.manage' },
  body: Type.Object({ png: Nullable(Type.String({ maxLength: Math.ceil((LOGO_BYTES * 4) / 3) + 4, pattern: '^[A-Za-z0-9+/]+={0,2}$' })) }),
  response: Type.Object({ ...Success, ...InstituteSettings.properties }),
  refusals: ['refused_file'],
});
