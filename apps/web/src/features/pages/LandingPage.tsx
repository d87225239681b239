import { brand } from '@abhyas/contract/brand';
import type { Answer } from '@abhyas/contract/endpoint';
import { getLandingPageData } from '@abhyas/contract/home';
import { IconChartBar, IconDeviceFloppy, IconTargetArrow } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useCall } from '../../platform/queries.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { formatNumber } from '../../ui/format.ts';
import classes from './LandingPage.module.css';
import { PalettePicture } from './PalettePicture.tsx';
import { SampleQuestion } from './SampleQuestion.tsx';

/** A smaller count proves nothing to a visitor. */
const SHOWN_FROM = 1000;

const countsOf = ({ question_count, test_count, response_count }: Answer<typeof getLandingPageData>) =>
  (
    [
      ['Questions', question_count],
      ['Tests taken', test_count],
      ['Questions answered', response_count],
    ] as const
  ).filter(([, count]) => count >= SHOWN_FROM);

const points = [
  {
    Icon: IconTargetArrow,
    title: 'Practise by topic',
    text: 'Questions at your level, one topic at a time. Verify each answer and read a worked solution.',
  },
  {
    Icon: IconDeviceFloppy,
    title: 'Sit tests as in the hall',
    text: 'The same sections, marks and question palette. Every answer is kept on your device and on the server as you give it.',
  },
  {
    Icon: IconChartBar,
    title: 'See where marks went',
    text: 'Score by subject, what was right, what was not, and what to practise next.',
  },
] as const;

/** What a visitor sees at `/`. */
export default function LandingPage() {
  const counts = useCall(getLandingPageData, {}, { ownFailures: true, staleTime: 600_000 });
  const shown = counts.data ? countsOf(counts.data) : [];

  useEffect(() => {
    document.title = `${brand.name} · ${brand.tagline}`;
  }, []);

  return (
    <>
      <section className={classes.hero}>
        <div>
          <h1 className={classes.title}>{brand.tagline.replaceAll('-', '\u2011')}</h1>
          <p className={classes.lead}>
            {brand.name} is where you train for engineering and medical entrance exams: chapter by chapter, then whole papers under the
            clock.
          </p>
          <div className={classes.actions}>
            <ButtonLink to="/login" size="lg">
              Join for Free
            </ButtonLink>
            <ButtonLink to="/login" size="lg" variant="default">
              Log In
            </ButtonLink>
          </div>
        </div>
        <PalettePicture />
      </section>

      <SampleQuestion />

      {shown.length > 0 && (
        <dl className={classes.counts}>
          {shown.map(([label, count]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{formatNumber(count)}</dd>
            </div>
          ))}
        </dl>
      )}

      <ul className={classes.points}>
        {points.map(({ Icon, title, text }) => (
          <li key={title}>
            <Icon size={28} stroke={1.5} className={classes.pointIcon} aria-hidden />
            <h2 className={classes.pointTitle}>{title}</h2>
            <p className={classes.pointText}>{text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
