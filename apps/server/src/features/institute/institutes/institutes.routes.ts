import {
  getInstituteSettings,
  getStudentAccess,
  saveInstituteSettings,
  saveStudentAccess,
  setInstituteLogo,
} from '@abhyas/contract/institute/institutes';
import { type Route, serve } from '../../../http/serve.ts';
import { instituteSettings, saveAccess, saveSettings, setLogo, studentAccess } from './institutes.ts';

export const instituteRoutes = (siteHosts: readonly string[]): Route[] => [
  serve(getInstituteSettings, (_input, context) => instituteSettings(context)),
  serve(saveInstituteSettings, ({ name, tagline, support_phone, support_email, ...more }, context) =>
    saveSettings(context, name, { tagline, support_phone, support_email, ...('accent' in more ? { accent: more.accent } : {}) }),
  ),
  serve(setInstituteLogo, ({ png }, context) => setLogo(context, png)),
  serve(getStudentAccess, (_input, context) => studentAccess(context, siteHosts)),
  serve(saveStudentAccess, (access, context) => saveAccess(context, access, siteHosts)),
];
