import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';

const line = Type.String({ minLength: 1, maxLength: 200 });
const paragraph = Type.String({ minLength: 1, maxLength: 2000 });
const Titled = Type.Object({ title: line, text: paragraph });

/** An open position, as its page shows it. */
export const JobDescription = Type.Object({
  title: line,
  city: line,
  /** Full time, part time, internship. */
  type: line,
  aboutTheRole: paragraph,
  requirements: Type.Array(paragraph, { maxItems: 30 }),
  keyResponsibilities: Type.Array(paragraph, { maxItems: 30 }),
});

export const getOpenings = endpoint('GET /static_pages/get_openings', {
  summary: 'List the open positions by department, with culture and perks',
  access: 'anyone',
  response: Type.Object({
    data: Type.Object({
      culture: Type.Array(Titled),
      perks: Type.Array(Titled),
      departments: Type.Array(
        Type.Object({ title: Type.String(), openings: Type.Array(Type.Object({ title: line, city: line, type: line })) }),
      ),
    }),
  }),
});

/** `type` is the title of the position. */
export const getPosition = endpoint('GET /static_pages/get_position', {
  summary: 'Describe an open position',
  access: 'anyone',
  query: Type.Object({ type: Type.String({ minLength: 1, maxLength: 200 }) }),
  response: Type.Object({ data: JobDescription }),
});

export const getTeam = endpoint('GET /static_pages/get_team', {
  summary: 'List the people of the team by group, and the roles in the company',
  access: 'anyone',
  response: Type.Object({
    roles: Type.Array(Type.String()),
    /** Names, posts and photos have the same order; a photo is the name of a picture of the brand. */
    groups: Type.Array(
      Type.Object({
        title: Type.String(),
        names: Type.Array(Type.String()),
        posts: Type.Array(Type.String()),
        photos: Type.Array(Type.String()),
        hover_photos: Type.Array(Type.String()),
      }),
    ),
  }),
});

/** Limits of an application; the resume is a PDF. */
export const applicationLimits = { resumeBytes: 5 * 1024 * 1024, why: 2000, name: 100, email: 200, other: 100 } as const;

/** The application itself is a form with a file: `POST /api/static_pages/upload_application`. */
export const uploadApplicationPath = '/api/static_pages/upload_application';

/** Fields of the form, as `attachment[key]` and value; the file is `resume`. */
export const applicationFields = ['type', 'name', 'email', 'phone', 'current_company', 'current_position', 'why_abhyas'] as const;
export type ApplicationField = (typeof applicationFields)[number];
export type Application = Record<ApplicationField, string>;

/** The most characters of each field. */
export const applicationLengths: Readonly<Record<ApplicationField, number>> = {
  type: 200,
  name: applicationLimits.name,
  email: applicationLimits.email,
  phone: 10,
  current_company: applicationLimits.other,
  current_position: applicationLimits.other,
  why_abhyas: applicationLimits.why,
};

/** The fixed text (docs/product.md) about the first fault of an application; null if it has none. */
export function applicationFault({ name, email, phone }: Pick<Application, 'name' | 'email' | 'phone'>): string | null {
  if (name.trim() === '') return 'Enter your name.';
  if (!isEmail(email)) return 'Email is not valid!';
  if (!isPhone(phone)) return 'Invalid Phone!';
  return null;
}

/** Whether a text has at least 6 characters, and one @ with text on both sides and a dot after it. */
export const isEmail = (text: string): boolean => text.length >= 6 && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]{2,}$/.test(text);

/** Whether a text has ten digits and begins as Indian mobile numbers do. */
export const isPhone = (text: string): boolean => /^[6-9][0-9]{9}$/.test(text);

export const enquire = endpoint('POST /institutes/enquire', {
  summary: 'Leave the contact details of an institute that wants a call',
  access: 'anyone',
  body: Type.Object({
    institute: Type.String({ minLength: 1, maxLength: 120 }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    phone: Type.String({ pattern: '^[6-9][0-9]{9}$' }),
    email: Type.String({ maxLength: 200 }),
    city: Type.String({ maxLength: 100 }),
    students: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    message: Type.String({ maxLength: 1000 }),
    /** The button through which the visitor came. */
    info: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  response: Type.Object({ success: Type.Literal(true), message: Type.String() }),
  refusals: ['too_many_requests'],
});
