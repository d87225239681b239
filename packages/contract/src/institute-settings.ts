import { Type } from 'typebox';
import { endpoint, Success } from './endpoint.ts';

/** What an institute makes its own of the site's brand. */
const brandFields = {
  tagline: Type.String({ maxLength: 120 }),
  support_phone: Type.String({ maxLength: 20, pattern: '^([0-9+][0-9+ -]*)?$' }),
  support_email: Type.String({ maxLength: 120, pattern: '^([^@\\s]+@[^@\\s]+)?$' }),
};

export const InstituteSettings = Type.Object({ code: Type.String(), name: Type.String(), ...brandFields });

export const getInstituteSettings = endpoint('GET /staff/settings', {
  summary: 'Tell name and brand of the institute',
  access: { staff: 'settings.manage' },
  response: InstituteSettings,
});

export const saveInstituteSettings = endpoint('POST /staff/settings', {
  summary: 'Set name and brand of the institute',
  access: { staff: 'settings.manage' },
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' }), ...brandFields }),
  response: Type.Object({ ...Success, ...InstituteSettings.properties }),
});
