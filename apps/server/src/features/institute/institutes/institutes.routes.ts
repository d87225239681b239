import { getInstituteSettings, saveInstituteSettings, setInstituteLogo } from '@abhyas/contract/institute/institutes';
import { type Route, serve } from '../../../http/serve.ts';
import { instituteSettings, saveSettings, setLogo } from './institutes.ts';

export const instituteRoutes: Route[] = [
  serve(getInstituteSettings, (_input, context) => instituteSettings(context)),
  serve(saveInstituteSettings, ({ name, tagline, support_phone, support_email, ...more }, context) =>
    saveSettings(context, name, { tagline, support_phone, support_email, ...('accent' in more ? { accent: more.accent } : {}) }),
  ),
  serve(setInstituteLogo, ({ png }, context) => setLogo(context, png)),
];
