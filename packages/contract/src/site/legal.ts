import type { Brand } from '../institute/brand.ts';

/** A part of a text page. */
export interface TextSection {
  title: string;
  paragraphs: readonly string[];
}

/** Terms of use: the clauses, with the installation's names. */
export const termsOf = ({ name, supportEmail, legal }: Brand): TextSection[] => [
  {
    title: 'Registration',
    paragraphs: [
      `These terms are between you and ${legal.company}, ${legal.address}, which runs ${name}. You register with your own phone number and a one-time code; what is done after signing in with it counts as done by you.`,
      'If you are under 18, a parent or guardian reads and accepts these terms for you, by a code to their own phone, before you begin.',
    ],
  },
  {
    title: 'Yearly subscription',
    paragraphs: [
      'Chapters’ first topics and one mock test of each pattern are free. The rest needs a paid yearly subscription, unless your institute gives it to you. Prices include GST and are shown before you pay.',
      'A subscription ends by itself at the date shown on your payment page. It is not renewed without you.',
    ],
  },
  {
    title: 'Questions and content',
    paragraphs: [
      'Questions, solutions and pictures are for your own study. Do not publish, sell or collect them by programs.',
      'Questions of an institute belong to that institute.',
    ],
  },
  {
    title: 'Data collection',
    paragraphs: [`The privacy page says what is stored about you, for how long and for whom. Using ${name} means that you have read it.`],
  },
  {
    title: 'Cookies',
    paragraphs: [
      'One cookie keeps you signed in, one recognises the device that asked for a code, and one keeps the campaign that brought you (utm_source) until you open the store page of the app. No cookie follows you on other sites.',
    ],
  },
  {
    title: 'Disputes',
    paragraphs: [
      'A dispute is first taken to mediation. If that does not end it within 30 days, it is settled by arbitration under the Arbitration and Conciliation Act, 1996, by three arbitrators: each side names one, and the two name the third.',
      `The arbitration is held in ${legal.arbitrationCity}, in English. Where a court is needed, the courts of ${legal.courtsCity} decide, by the laws of India.`,
    ],
  },
  { title: 'Contact', paragraphs: [`Write to ${supportEmail}. These terms are of ${legal.updated}.`] },
];

/** Stored data, purposes and periods. Each line must be true of the program: change both together. */
export const privacyOf = ({ name, supportEmail, legal }: Brand): TextSection[] => [
  {
    title: 'What is stored',
    paragraphs: [
      'Your phone number, name, age, course and exam. Of an institute’s student, the membership, batches and what the institute records of attendance and tests.',
      'Your answers, the time spent on each question, when you visited it, and the marks, ranks and reports computed from them. In a test that can be locked, also when its window was left.',
      'Bookmarks, your mistake book, feedback and reports of questions, and files that you upload.',
      'On your own device: the answers of tests under way, so that a lost network costs none, and the site itself.',
    ],
  },
  {
    title: 'What is not',
    paragraphs: [
      'No advertising, no tracking by others, no analytics events. No other site is asked for anything while you use this one, until you press a link or a video of another site.',
      'Passwords do not exist here. Codes and sign-ins are stored as hashes only; phone numbers and codes are left out of logs.',
    ],
  },
  {
    title: 'For how long',
    paragraphs: [
      'Sign-in codes are forgotten after a day, sign-ins when they end. Answers and reports stay while you have an account, because ranks and progress are computed from them.',
      'An application for a job, with its resume, is deleted after a year, an institute’s enquiry after two years; both at once when you ask for it.',
    ],
  },
  {
    title: 'Who sees it',
    paragraphs: [
      'You. Your institute’s staff see what you do in its tests, assignments and classes. Other students see your name and score on a leaderboard of a test that you took.',
      'A resume is seen by the people who hire, and served to nobody else. Nothing is sold.',
    ],
  },
  {
    title: 'Minors',
    paragraphs: [
      `Most students are under 18. A student who gives such an age may try ten questions and a short test, whose answers stay on the device; nothing else is open, and we store only phone number, name, course and age, until a parent or guardian has agreed, by a link or a code to their own phone, or an institute has recorded that it holds their consent: that opens its tests alone. Stored of it are the name and phone number of the guardian, what they are to the student, the age given, and when.`,
      `A parent or guardian may see what is stored, and may have it deleted, on the student’s account or by writing to ${supportEmail}.`,
      'Students under 18 are shown no offers of others, and nothing is computed about them but what their study needs.',
    ],
  },
  {
    title: 'Your rights and contact',
    paragraphs: [
      'On My Account you download everything that is stored about you, correct it, or delete your account: both by a code to your phone. A deletion waits seven days, in which you can take it back. Then only what the law or an institute must keep remains, under a random number: invoices, proof of consent, marks in an institute’s tests, and ranks.',
      `For anything else ask ${supportEmail}. ${legal.company}, ${legal.address}, answers for ${name}. This page is of ${legal.updated}.`,
    ],
  },
];
