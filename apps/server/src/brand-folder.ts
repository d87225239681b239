import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Brand, defaultBrand } from '@abhyas/contract/institute/brand';
import { JobDescription } from '@abhyas/contract/site/public-pages';
import { type TProperties, type TSchema, Type } from 'typebox';
import { parse } from 'yaml';
import type { SiteTexts } from './features/site/public-pages/public-pages.ts';
import { compileCheck } from './http/validator.ts';
import { SettingFault } from './settings.ts';

const line = Type.String({ minLength: 1, maxLength: 200 });
const paragraph = Type.String({ minLength: 1, maxLength: 2000 });
const picture = Type.String({ pattern: '^[a-z0-9][a-z0-9-]*\\.(svg|png|jpg|webp)$', maxLength: 80 });
const Titled = Type.Object({ title: line, text: paragraph });

const Careers = Type.Object({
  culture: Type.Array(Titled, { maxItems: 12 }),
  perks: Type.Array(Titled, { maxItems: 24 }),
  departments: Type.Array(Type.Object({ title: line, openings: Type.Array(JobDescription, { maxItems: 100 }) }), { maxItems: 40 }),
});

const Team = Type.Object({
  roles: Type.Array(line, { maxItems: 40 }),
  groups: Type.Array(
    Type.Object({
      title: line,
      names: Type.Array(line, { maxItems: 100 }),
      posts: Type.Array(line, { maxItems: 100 }),
      photos: Type.Array(picture, { maxItems: 100 }),
      hover_photos: Type.Array(picture, { maxItems: 100 }),
    }),
    { maxItems: 20 },
  ),
});

const empty: SiteTexts = { careers: { culture: [], perks: [], departments: [] }, team: { roles: [], groups: [] } };

/** Path of the first wrong field, from the outside inwards: `landing.features.2.title`. */
function placeOfFault(schema: TSchema, value: unknown): string {
  const { properties, items } = schema as TSchema & { properties?: TProperties; items?: TSchema };
  if (properties) {
    const name = compileCheck(schema).faultOf(value);
    const field = name === undefined ? undefined : properties[name];
    if (name === undefined || !field) return '';
    const below = placeOfFault(field, (value as Record<string, unknown>)[name]);
    return below === '' ? name : `${name}.${below}`;
  }
  if (items && Array.isArray(value)) {
    const at = value.findIndex((entry) => !compileCheck(items).isGood(entry));
    const below = at < 0 ? '' : placeOfFault(items, value[at]);
    return at < 0 ? '' : below === '' ? String(at) : `${at}.${below}`;
  }
  return '';
}

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The installation's values over the product's, group by group; a list replaces the product's list. */
function laidOver(own: unknown, product: unknown): unknown {
  if (!isGroup(own) || !isGroup(product)) return own;
  return { ...product, ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name, laidOver(value, product[name])])) };
}

function readFile<S extends TSchema>(folder: string, name: string, schema: S): unknown {
  const file = join(folder, name);
  if (!existsSync(file)) return undefined;
  let value: unknown;
  try {
    value = parse(readFileSync(file, 'utf8'), { maxAliasCount: 0 });
  } catch (error) {
    throw new SettingFault(`${file} cannot be read as YAML: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (name === 'brand.yaml') value = laidOver(value ?? {}, defaultBrand);
  if (!compileCheck(schema).isGood(value))
    throw new SettingFault(`${file}: ${placeOfFault(schema, value) || 'it'} is not as brand/README.md describes it.`);
  return value;
}

/**
 * The installation's own name, texts and people: `brand.yaml`, `careers.yaml` and `team.yaml`, each optional. Throws a SettingFault that
 * names the first field that is wrong.
 */
export function readBrandFolder(folder: string): { brand: Brand; texts: SiteTexts } {
  const brand = (readFile(folder, 'brand.yaml', Brand) ?? defaultBrand) as Brand;
  const careers = (readFile(folder, 'careers.yaml', Careers) ?? empty.careers) as SiteTexts['careers'];
  const team = (readFile(folder, 'team.yaml', Team) ?? empty.team) as SiteTexts['team'];
  return { brand, texts: { careers, team } };
}

/** Invented values in the checkout's own `brand.yaml`. */
const demoBrand = {
  gstin: '29AAAAA0000A1Z5',
  supportPhone: '+91 00000 00000',
  supportEmail: 'support@abhyas.example',
  institute: 'Vidya Classes',
};

/** Throws a SettingFault for the demo's brand, because invoices and the landing page would show what is invented. */
export function refuseDemoBrand(brand: Brand, folder: string): void {
  const { clients, testimonials } = brand.landing;
  const isPraisedByDemo = [...clients.map(({ name }) => name), ...testimonials.map(({ role }) => role)].some((text) =>
    text.includes(demoBrand.institute),
  );
  const found = [
    ...(brand.tax?.gstin === demoBrand.gstin ? [`the GSTIN ${demoBrand.gstin}`] : []),
    ...(brand.supportPhone === demoBrand.supportPhone ? [`the phone number ${demoBrand.supportPhone}`] : []),
    ...(brand.supportEmail === demoBrand.supportEmail ? [`the address ${demoBrand.supportEmail}`] : []),
    ...(isPraisedByDemo ? [`the institute ${demoBrand.institute}`] : []),
  ];
  if (found.length > 0)
    throw new SettingFault(
      `${folder} has ${found.join(' and ')}, which are the demo's and invented. Write your own, or name your folder by BRAND_FOLDER; ALLOW_IN_PRODUCTION=demo-brand starts with it.`,
    );
}
