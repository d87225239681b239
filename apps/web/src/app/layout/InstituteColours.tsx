import { accentStyle } from '@abhyas/contract/institute/colours';
import { useUser } from '../../platform/user.ts';

/** Replaces the site's accent colour by the institute's, in both schemes. */
export function InstituteColours() {
  const { accent = null, accent_dark = null } = useUser()?.institute_brand ?? {};
  return accent !== null && accent_dark !== null ? <style>{accentStyle(accent, accent_dark)}</style> : null;
}
