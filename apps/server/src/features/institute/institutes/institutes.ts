import { createHash } from 'node:crypto';
import { darkAccentOf, readableAccent } from '@abhyas/contract/institute/colours';
import type { Value } from '@abhyas/contract/endpoint';
import { type InstituteBrand, LOGO_SIDE } from '@abhyas/contract/institute/institutes';
import { Problem } from '@abhyas/contract/problem';
import { hasRight, type Right } from '@abhyas/contract/institute/rights';
import type { Actor, Context, StaffActor, StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../audit/audit.ts';
import { findOrInsertPerson, namedAmong, phoneIn } from '../identity/identity.ts';
import { isSmallPng } from './logo.ts';
import * as store from './institutes.store.ts';

/** Creates an institute and returns its id. Its first owner need not have signed in before. Throws `institute_exists`. */
export async function createInstitute(
  context: Context,
  { code, name, owner_phone }: { code: string; name: string; owner_phone: string },
): Promise<number> {
  return inTransaction(context, async (within) => {
    const institute_id = await store.insertInstitute(within, { code, name });
    if (institute_id === undefined) throw new Problem('institute_exists');
    const user_id = await findOrInsertPerson(within, owner_phone);
    await store.insertMembership(within, { user_id, institute_id, role: 'owner' });
    const actor: Actor = { user_id: null, role: 'operator', institute_id, reason: null };
    const after = { code, name, owner: user_id };
    await writeAudit({ ...within, actor }, { what: 'institute.create', object_type: 'institute', object_id: institute_id, after });
    return institute_id;
  });
}

/** An object that a command names: a paper or a question by its code, with the institute's code if several have it. */
export interface NamedObject {
  kind: 'paper' | 'question';
  code: string;
  institute: string | undefined;
}

/**
 * The one owner of the object that a command names: an institute, or null for the shared bank. Throws `not_found`, or `not_possible` if
 * several match.
 */
async function ownerOf(context: Context, { kind, code, institute }: NamedObject): Promise<number | null> {
  const owners = await store.findOwners(context, kind, code, institute);
  const [owner] = owners;
  if (!owner) throw new Problem('not_found', `There is no ${kind} ${code}.`);
  if (owners.length > 1) throw new Problem('not_possible', `Several institutes have a ${kind} ${code}. Name one with --institute.`);
  return owner.institute_id;
}

/** The operator of the installation, as the actor in the institute of the object that a command names. */
export async function operatorAt(context: Context, named: NamedObject, reason: string): Promise<Actor> {
  return { user_id: null, role: 'operator', institute_id: await ownerOf(context, named), reason };
}

/**
 * A member of staff as the actor, in the institute where the person has the right. The object of the command is not considered, so that a
 * refusal reveals nothing about it. Throws `not_allowed` without the right, `not_possible` if several institutes give it or several people
 * match.
 */
export async function memberAt(context: Context, institute: string | undefined, phone: string, right: Right): Promise<StaffActor> {
  const entitled = (await store.findMemberships(context, institute, phoneIn(phone))).filter(({ role }) => hasRight(role, right));
  const memberships = namedAmong(entitled, phone, ({ user_id }) => user_id);
  const [membership] = memberships;
  if (!membership) throw new Problem('not_allowed');
  const { user_id, role, institute_id } = membership;
  if (memberships.some((other) => other.institute_id !== institute_id))
    throw new Problem('not_possible', 'You belong to several institutes. Name one with --institute.');
  return { user_id, role, institute_id, reason: null };
}

/**
 * The operator of the installation as the actor who loads content for the named institute or, without a name, the shared bank. Throws
 * `not_found`.
 */
export async function operatorOfContent(context: Context, institute: string | undefined, reason: string | null): Promise<Actor> {
  const institute_id = institute === undefined ? null : await store.findInstituteId(context, institute);
  if (institute_id === undefined) throw new Problem('not_found', `There is no institute ${institute}.`);
  return { user_id: null, role: 'operator', institute_id, reason };
}

type Brand = Value<typeof InstituteBrand>;
type OwnBrand = Pick<Brand, 'tagline' | 'support_phone' | 'support_email'> & { accent?: Brand['accent'] };

/** Name and brand of the actor's institute. An empty field falls back to the site's brand. */
export async function instituteSettings(context: StaffContext) {
  const { code, name, brand } = await store.findSettings(context);
  const { tagline = '', support_phone = '', support_email = '', logo = null, accent = null, accent_dark = null } = brand;
  return { code, name, tagline, support_phone, support_email, logo, accent, accent_dark };
}

/** The accent for the light and the dark scheme. Throws `not_possible` if white text on it, or text in this colour, is unreadable. */
function accentFields(accent: string | null): Pick<Brand, 'accent' | 'accent_dark'> {
  if (accent === null) return { accent: null, accent_dark: null };
  const readable = readableAccent(accent);
  if (readable !== accent)
    throw new Problem('not_possible', `Text in this colour cannot be read on white. The nearest readable colour is ${readable}.`);
  return { accent, accent_dark: darkAccentOf(accent) };
}

async function changeSettings(
  context: StaffContext,
  changeOf: (within: StaffContext) => Promise<{ name?: string; brand: Partial<Brand> }>,
) {
  return inTransaction(context, async (within) => {
    const before = await store.lockSettings(within);
    const change = await changeOf(within);
    const [name, brand] = [change.name ?? before.name, { ...before.brand, ...change.brand }];
    await store.updateSettings(within, name, brand);
    await writeAudit(within, {
      what: 'institute.settings',
      object_type: 'institute',
      object_id: within.actor.institute_id,
      before: { name: before.name, ...before.brand },
      after: { name, ...brand },
    });
    return { success: true as const, ...(await instituteSettings(within)) };
  });
}

export const saveSettings = (context: StaffContext, name: string, { accent, ...own }: OwnBrand) =>
  changeSettings(context, async () => ({
    name: name.trim(),
    brand: { ...own, ...(accent === undefined ? {} : accentFields(accent)) },
  }));

/** How the institute's students reach the site, and the hosts that it can choose. */
export async function studentAccess(context: StaffContext, domains: readonly string[]) {
  const { only_mobile_access = false, forces_pending_test = false, domain = null } = await store.findAccess(context);
  return { only_mobile_access, forces_pending_test, domain, domains: [...domains] };
}

/** Throws `not_possible` for a host that this installation does not list, because students would be redirected to a stranger's site. */
export const saveAccess = (context: StaffContext, access: Required<store.AccessSettings>, domains: readonly string[]) =>
  inTransaction(context, async (within) => {
    if (access.domain !== null && !domains.includes(access.domain))
      throw new Problem('not_possible', 'This host does not belong to the site. Choose one from the list.');
    const before = await store.findAccess(within, true);
    await store.updateAccess(within, access);
    await writeAudit(within, {
      what: 'institute.access',
      object_type: 'institute',
      object_id: within.actor.institute_id,
      before,
      after: access,
    });
    return { success: true as const, ...(await studentAccess(within, domains)) };
  });

/** Stores a small PNG as the logo, or removes the logo. Throws `refused_file` for anything else, such as drawings that could run code. */
export const setLogo = (context: StaffContext, png: string | null) =>
  changeSettings(context, async (within) => {
    if (png === null) return { brand: { logo: null } };
    const bytes = Buffer.from(png, 'base64');
    if (!isSmallPng(bytes)) throw new Problem('refused_file', `A logo is a PNG of at most ${LOGO_SIDE} pixels a side and 200 KB.`);
    const hash = createHash('sha256').update(bytes).digest('hex');
    await store.insertPicture(within, { hash, media_type: 'image/png', bytes });
    return { brand: { logo: hash } };
  });

export const { insertPicture } = store;
