// Contents: the brand of an institute · its settings · how its students reach the site · its logo
import { Type } from 'typebox';
import { endpoint, Nullable, Success } from '../endpoint.ts';

const Colour = Type.String({ pattern: '^#[0-9a-f]{6}$' });

/** The brand that a member of the institute sees. An empty text or null means that the site's own brand is used. */
export const InstituteBrand = Type.Object({
  tagline: Type.String(),
  support_phone: Type.String(),
  support_email: Type.String(),
  /** Hash of the picture. */
  logo: Nullable(Type.String()),
  accent: Nullable(Colour),
  /** The accent, adjusted so that it is readable in the dark scheme. */
  accent_dark: Nullable(Colour),
});

/** The parts of the site's brand that an institute can replace. */
const brandFields = {
  tagline: Type.String({ maxLength: 120 }),
  support_phone: Type.String({ maxLength: 20, pattern: '^([0-9+][0-9+ -]*)?$' }),
  support_email: Type.String({ maxLength: 120, pattern: '^([^@\\s]+@[^@\\s]+)?$' }),
};

export const InstituteSettings = Type.Object({ code: Type.String(), name: Type.String(), ...InstituteBrand.properties });

export const getInstituteSettings = endpoint('GET /staff/settings', {
  summary: 'Show name and brand of the institute',
  access: { staff: 'settings.manage' },
  response: InstituteSettings,
});

export const saveInstituteSettings = endpoint('POST /staff/settings', {
  summary: 'Set name and brand of the institute',
  access: { staff: 'settings.manage' },
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' }),
    ...brandFields,
    /** Null restores the site's own accent; a colour in which texts are unreadable is refused. An absent field stays as it is. */
    accent: Type.Optional(Nullable(Colour)),
  }),
  response: Type.Object({ ...Success, ...InstituteSettings.properties }),
  refusals: ['not_possible'],
});

const accessFields = {
  /** Whether students use only the app: the site redirects them to it. */
  only_mobile_access: Type.Boolean(),
  /** Whether a student with a test in progress is redirected to it from every other page. */
  forces_pending_test: Type.Boolean(),
  /** The host at which students use the site; null for any host. */
  domain: Nullable(Type.String({ minLength: 1, maxLength: 260 })),
};

export const StudentAccess = Type.Object({
  ...accessFields,
  /** Hosts of this installation, from which `domain` is chosen. */
  domains: Type.Array(Type.String()),
});

export const getStudentAccess = endpoint('GET /staff/settings/access', {
  summary: 'Show how students reach the site',
  access: { staff: 'settings.manage' },
  response: StudentAccess,
});

export const saveStudentAccess = endpoint('POST /staff/settings/access', {
  summary: 'Set how students reach the site',
  access: { staff: 'settings.manage' },
  body: Type.Object(accessFields),
  response: Type.Object({ ...Success, ...StudentAccess.properties }),
  refusals: ['not_possible'],
});

export const LOGO_BYTES = 200_000;
/** The most pixels of each side of a logo. */
export const LOGO_SIDE = 1024;

export const setInstituteLogo = endpoint('POST /staff/settings/logo', {
  summary: 'Set the logo of the institute, a PNG in base64, or remove it with null',
  access: { staff: 'settings.manage' },
  body: Type.Object({ png: Nullable(Type.String({ maxLength: Math.ceil((LOGO_BYTES * 4) / 3) + 4, pattern: '^[A-Za-z0-9+/]+={0,2}$' })) }),
  response: Type.Object({ ...Success, ...InstituteSettings.properties }),
  refusals: ['refused_file'],
});
