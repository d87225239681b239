import { chooseLanguage } from '@abhyas/contract/institute/identity';
import { call } from './call.ts';
import { type InterfaceLanguage, keepLanguage, speak, unsavedLanguage } from './language.ts';
import { currentUser, rememberUser, type User } from './user.ts';

/** Whether the sign-in may change the account, which one with an institute's code may not. */
const mayChangeAccount = ({ reach }: User) => reach !== 'membership';

/** Changes the language at once. It is kept on the device, and on the account of a person who is signed in. Throws if that fails. */
export async function changeLanguage(language: InterfaceLanguage): Promise<void> {
  keepLanguage(language, true);
  const user = currentUser();
  if (user) rememberUser({ ...user, language });
  await speak(language);
  if (user && mayChangeAccount(user)) await saveLanguage(language);
}

async function saveLanguage(language: InterfaceLanguage): Promise<User> {
  const { user } = await call(chooseLanguage, { language });
  keepLanguage(language, false);
  return user;
}

/** The person after a sign-in, with the language that they chose before it. Otherwise the device takes over the language of the account. */
export async function adoptLanguage(user: User): Promise<User> {
  const chosen = unsavedLanguage();
  // Without an answer the choice stays on the device, and is saved after the next sign-in.
  if (chosen && !mayChangeAccount(user)) return { ...user, language: chosen };
  if (chosen) return saveLanguage(chosen).catch(() => ({ ...user, language: chosen }));
  if (user.language) keepLanguage(user.language, false);
  return user;
}
