import { getInstituteSettings, saveInstituteSettings } from '@abhyas/contract/institute-settings';
import { type Route, serve } from '../../http/serve.ts';
import { instituteSettings, saveSettings } from './institutes.ts';

export const instituteRoutes: Route[] = [
  serve(getInstituteSettings, (_input, context) => instituteSettings(context)),
  serve(saveInstituteSettings, ({ name, tagline, support_phone, support_email }, context) =>
    saveSettings(context, name, { tagline, support_phone, support_email }),
  ),
];
