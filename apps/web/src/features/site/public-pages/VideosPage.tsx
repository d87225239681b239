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
      <EmptyState title="There is no tutorial yet" action={<ButtonLink to="/">Go to the start</ButtonLink>}>
        It will play here once there is one.
      </EmptyState>
    );
  return (
    <div className={classes.tutorial}>
      <PageTitle inPage windowTitle="Tutorial">
        {tutorial.title}
      </PageTitle>
      <VideoFrame title={tutorial.title} address={tutorial.address} />
    </div>
  );
}
