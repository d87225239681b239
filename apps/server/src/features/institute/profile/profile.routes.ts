import { chooseLanguage, updateProfile } from '@abhyas/contract/institute/identity';
import { getProfile, getProfileKey } from '@abhyas/contract/institute/profile';
import { type Route, serve } from '../../../http/serve.ts';
import * as profile from './profile.ts';

export const profileRoutes = (parts: profile.ProfileParts): Route[] => [
  serve(getProfileKey, async () => parts.keys.newest()),
  serve(getProfile, (_input, context) => profile.profileOf(context, context.caller.id)),
  serve(chooseLanguage, ({ language }, context) => profile.chooseLanguage(context, language)),
  serve(updateProfile, (input, context) => profile.updateProfile(context, parts, input)),
];
