import { i18n, translated } from '../../../platform/language.ts';
import { brand } from '@abhyas/contract/institute/brand';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import classes from './Pages.module.css';
import { VideoFrame } from './VideoFrame.tsx';

/** /videos: the tutorial. */
export default function VideosPage() {
  const { tutorial } = brand;
  if (!tutorial)
    return (
      <EmptyState title={i18n.t('There is no tutorial yet')} action={<ButtonLink to="/">{i18n.t('Go to the start')}</ButtonLink>}>
        {i18n.t('It will play here once there is one.')}
      </EmptyState>
    );
  return (
    <div className={`${classes.tutorial} w-[85%] mx-auto max-36:w-full`}>
      <PageTitle inPage windowTitle={i18n.t('Tutorial')}>
        {translated(tutorial.title)}
      </PageTitle>
      <VideoFrame title={translated(tutorial.title)} address={tutorial.address} />
    </div>
  );
}
