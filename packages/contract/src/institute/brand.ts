import { type Static, Type } from 'typebox';
import { Nullable } from '../endpoint.ts';

const line = Type.String({ minLength: 1, maxLength: 200 });
const paragraph = Type.String({ minLength: 1, maxLength: 2000 });
/** A web address. An address that runs as code, such as `javascript:`, is excluded. */
const address = Type.String({ pattern: '^https?://[^\\s"<>]+$', maxLength: 500 });
/** An address of this site or of another. */
const place = Type.String({ pattern: '^(?:https?://[^\\s"<>]+|/[a-z0-9_/-]*)$', maxLength: 500 });
/** A web address, or a video file of this site. */
const videoAddress = Type.String({ pattern: '^(?:https?://[^\\s"<>]+|/[a-z0-9][\\w./-]*\\.(?:webm|mp4|m4v))$', maxLength: 500 });
const colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' });
/** A file of the folder `pictures` beside the brand file. */
const picture = Type.String({ pattern: '^[a-z0-9][a-z0-9-]*\\.(svg|png|jpg|webp)$', maxLength: 80 });
const Titled = Type.Object({ title: line, text: paragraph });
const tried = {
  exam: line,
  subject: line,
  text: paragraph,
  solution: paragraph,
  /** Text and solution in Hindi. */
  hindi: Type.Optional(Type.Object({ text: paragraph, solution: paragraph })),
};
/** A question that visitors may try; its texts have the format of authored questions. */
const TryQuestion = Type.Union([
  /** `answer` is the right option. */
  Type.Object({
    ...tried,
    options: Type.Array(paragraph, { minItems: 4, maxItems: 4 }),
    answer: Type.Integer({ minimum: 1, maximum: 4 }),
  }),
  /** A question that is answered with a number. */
  Type.Object({ ...tried, answer: Type.String({ pattern: '^-?[0-9]{1,8}(\\.[0-9]{1,4})?$' }) }),
]);
/** Number of a business in India's goods and services tax. */
export const GSTIN_PATTERN = '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]$';
const list = <S extends Parameters<typeof Type.Array>[0]>(schema: S, maxItems = 40) => Type.Array(schema, { maxItems });

/** The brand of an installation, known to every page. It is changed without a build: `brand/README.md`. */
export const Brand = Type.Object({
  name: line,
  tagline: line,
  /** The text that search engines show for the start page. */
  description: paragraph,
  /** The logo that replaces the product's own; null keeps that. */
  logo: Nullable(picture),
  /** Replace the product's own colours, in the light and the dark scheme. */
  colours: Nullable(Type.Object({ accent: colour, accentDark: colour })),
  supportPhone: line,
  supportEmail: line,
  storeLink: address,
  /** The start page of staff: an address of this site or of another. */
  instituteSite: place,
  /** The start page of guardians. */
  parentPortal: place,
  /** Further hosts, besides those of the two addresses above, to which the server may redirect. */
  redirectHosts: Type.Optional(list(Type.String({ pattern: '^[a-z0-9-]+(?:\\.[a-z0-9-]+)*(?::[0-9]{1,5})?$', maxLength: 200 }))),
  videoChannel: Nullable(address),
  /** Hosts from which video files may be shown, besides the site itself and YouTube. */
  videoHosts: list(Type.String({ pattern: '^[a-z0-9-]+(?:\\.[a-z0-9-]+)+(?::[0-9]{1,5})?$', maxLength: 200 })),
  /** The address to which `/talent` redirects; null means `/careers`. */
  talent: Nullable(address),
  social: list(Type.Object({ name: line, address })),
  /** Figures for texts, shown while the installation's own counts are unknown or below 1,000. If null, its own count is shown. */
  figures: Type.Object({
    questions: Nullable(line),
    tests: Nullable(line),
    answers: Nullable(line),
    solutions: Nullable(line),
  }),
  messages: Type.Object({
    networkError: line,
    thanks: line,
  }),
  landing: Type.Object({
    lead: paragraph,
    features: list(Titled, 12),
    questions: list(TryQuestion, 4),
    /** The offer to institutes; `info` names the button that a visitor pressed. */
    institute: Type.Object({
      title: line,
      text: paragraph,
      offers: list(Type.Object({ info: Type.Enum(['QPGenerator', 'StudentsApp', 'Dashboards']), title: line, text: paragraph }), 3),
    }),
    testimonials: list(Type.Object({ text: paragraph, name: line, role: line, photo: Nullable(picture) }), 12),
    clients: list(Type.Object({ name: line, city: line, logo: Nullable(picture) })),
    demoVideo: Nullable(Type.Object({ title: line, address: videoAddress })),
  }),
  /** The tutorial of `/videos`. */
  tutorial: Nullable(Type.Object({ title: line, address: videoAddress })),
  /** The company with which the user has the contract of the terms, and the place of jurisdiction. */
  legal: Type.Object({ company: line, address: line, arbitrationCity: line, courtsCity: line, updated: line }),
  /** Tax data that an invoice shows in addition to the company of `legal`; null if the company is not registered for GST. */
  tax: Nullable(
    Type.Object({
      gstin: Type.String({ pattern: GSTIN_PATTERN, maxLength: 15 }),
      state: line,
      /** Service accounting code of the product. */
      sac: Type.String({ pattern: '^[0-9]{4,8}$', maxLength: 8 }),
    }),
  ),
});
export type Brand = Static<typeof Brand>;

/** The default brand. A brand file replaces its fields one by one, also those of `landing`, `figures`, `legal` and `messages`. */
export const defaultBrand: Brand = {
  name: 'Abhyas',
  tagline: 'Practice for JEE and NEET, at exam-hall standard',
  description: 'Practice, mock tests and reports for JEE and NEET, at exam-hall standard.',
  logo: null,
  colours: null,
  supportPhone: '+91 00000 00000',
  supportEmail: 'support@abhyas.example',
  storeLink: 'https://play.google.com/store/apps/details?id=app.abhyas',
  instituteSite: '/staff',
  parentPortal: '/guardian',
  videoChannel: null,
  videoHosts: [],
  talent: null,
  social: [],
  figures: { questions: '1 Lakh +', tests: '5 Thousand +', answers: '2.5 Lakh +', solutions: null },
  messages: {
    networkError: 'Network Error,please try again later!',
    thanks: 'Thank you for your interest, we will get back to you soon!',
  },
  landing: {
    lead: 'NEET 2027 is on a computer. Sit it on the same kind of screen long before: chapter by chapter, then whole papers under the clock.',
    features: [
      {
        title: 'Practise by topic',
        text: 'Questions at your level, one topic at a time. Every answer is checked at once, with its solution.',
      },
      {
        title: 'Sit tests as in the hall',
        text: 'The sections, marks and question palette of the exam. A cut in the network costs no answer.',
      },
      { title: 'See where marks went', text: 'By subject, by chapter, by kind of mistake, and what to practise next.' },
    ],
    questions: [
      {
        exam: 'NEET',
        subject: 'Physics',
        text: 'A 6 kg block slides down a rough incline of \\(30^\\circ\\) and gains \\(3\\ \\mathrm{m/s}\\) in every second. With \\(g = 10\\ \\mathrm{m/s^2}\\), the friction on it is',
        options: ['\\(6\\ \\mathrm{N}\\)', '\\(12\\ \\mathrm{N}\\)', '\\(18\\ \\mathrm{N}\\)', '\\(30\\ \\mathrm{N}\\)'],
        answer: 2,
        solution: 'Along the incline \\(mg\\sin 30^\\circ - f = ma\\), so \\(f = 30 - 18 = 12\\ \\mathrm{N}\\).',
      },
      {
        exam: 'JEE',
        subject: 'Maths',
        text: 'The line \\(y = 2x + c\\) touches the parabola \\(y^2 = 16x\\) at the point \\((a, b)\\). The value of \\(a + b + c\\) is',
        answer: '7',
        solution:
          'The tangent of slope \\(m\\) to \\(y^2 = 4px\\) is \\(y = mx + \\frac{p}{m}\\) and touches at \\(\\left(\\frac{p}{m^2}, \\frac{2p}{m}\\right)\\). With \\(p = 4\\) and \\(m = 2\\): \\(c = 2\\) at the point \\((1, 4)\\), so \\(a + b + c = 1 + 4 + 2 = 7\\).',
      },
    ],
    institute: {
      title: 'Run your institute online',
      text: 'Create an entrance-exam test in 10 minutes, and see every student’s result when it ends.',
      offers: [
        {
          info: 'QPGenerator',
          title: 'Question papers',
          text: 'Choose chapters, difficulty and marks; the paper is ready to sit or to print.',
        },
        {
          info: 'StudentsApp',
          title: 'A place for your students',
          text: 'Tests, assignments, classes and files of the institute beside their own practice.',
        },
        {
          info: 'Dashboards',
          title: 'Results you can act on',
          text: 'Ranks, weak chapters and odd questions of each batch, the moment a test is over.',
        },
      ],
    },
    testimonials: [],
    clients: [],
    demoVideo: null,
  },
  tutorial: null,
  legal: { company: 'Abhyas', address: 'India', arbitrationCity: 'Bengaluru', courtsCity: 'Mumbai', updated: '26 November 2026' },
  tax: null,
};

/** The brand of this site. It is set once by `adoptBrand` at the start, and only read afterwards. */
export const brand: Brand = { ...defaultBrand };

/** Sets the installation's brand, once, before any code reads it. */
export function adoptBrand(own: Brand): void {
  Object.assign(brand, own);
}

/** Hosts other than its own to which the site may redirect. */
export const leadableHosts = (): string[] => [
  ...[brand.instituteSite, brand.parentPortal].flatMap((place) => (URL.canParse(place) ? [new URL(place).host] : [])),
  ...(brand.redirectHosts ?? []),
];

/** Address of a picture of the brand. */
export const brandPicture = (file: string): string => `/brand/${file}`;
