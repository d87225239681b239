import { i18n } from '../../../platform/language.ts';
import { getCandidate, removePhoto, setPhoto } from '@abhyas/contract/institute/candidates';
import { Button, Skeleton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { call, OFFLINE_WORDS } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { uploadPhoto } from '../../../platform/photo-upload.ts';
import { callKey, queryClient, useCall } from '../../../platform/queries.ts';
import { PhotoField } from '../../../question/PhotoField.tsx';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import card from '../../../ui/card.module.css';
import forms from '../../../ui/forms.module.css';
import { Loaded } from '../../../ui/Loaded.tsx';
import { toast } from '../../../ui/toasts.ts';
import classes from './ProfilePage.module.css';

/** The student's photograph for tests of the institute, which the student may leave out. */
export function CandidatePhoto({ name, institute }: { name: string; institute: string }) {
  const candidate = useCall(getCandidate, {}, { ownFailures: true });
  const [chosen, setChosen] = useState<Blob | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  async function act(work: () => Promise<string>) {
    setFailure(null);
    // An upload that begins without a network waits for one, and would leave the button busy until then.
    if (!navigator.onLine) {
      setFailure(i18n.t(OFFLINE_WORDS));
      return;
    }
    setBusy(true);
    try {
      toast.success(await work());
      setChosen(null);
      await queryClient.invalidateQueries({ queryKey: callKey(getCandidate, {}) });
    } catch (error) {
      if (!leaving.current.signal.aborted) setFailure(messageOf(error));
    }
    setBusy(false);
  }
  const save = (photo: Blob) =>
    act(async () => {
      const photo_url = await uploadPhoto(photo, 'photograph.jpg', leaving.current.signal);
      await call(setPhoto, { photo_url });
      return i18n.t('Your photograph is saved.');
    });
  const remove = () =>
    act(async () => {
      await call(removePhoto, {});
      return i18n.t('Your photograph is deleted.');
    });

  return (
    <section className={card.card} aria-labelledby="photograph">
      <h2 id="photograph" className={classes.heading}>
        {i18n.t('Photograph for tests')}
      </h2>
      <p className={classes.text}>
        {i18n.t(
          'It is shown beside your name before a test in exam-exact mode, as in the exam. You may leave it out. Only you and the staff of {institute} see it.',
          { institute },
        )}
      </p>
      <Loaded query={candidate} skeleton={<Skeleton height={88} radius="md" />}>
        {({ photo_url }) => (
          <div className="grid gap-16 mt-12">
            {photo_url !== null && chosen === null && (
              <div className="flex items-center gap-16">
                <img src={photo_url} alt={i18n.t('Photograph of {name}', { name })} className="w-96 h-128 rounded-control object-cover" />
                <Button variant="default" loading={isBusy} onClick={() => void remove()}>
                  {i18n.t('Delete')}
                </Button>
              </div>
            )}
            <PhotoField
              label={photo_url === null ? i18n.t('A photo of your face') : i18n.t('Replace the photo')}
              photo={chosen}
              onChange={setChosen}
            />
            {chosen && (
              <div className={forms.actions}>
                <Button loading={isBusy} onClick={() => void save(chosen)}>
                  {i18n.t('Save')}
                </Button>
              </div>
            )}
          </div>
        )}
      </Loaded>
      {failure !== null && <AlertLine>{i18n.t('Not saved: {failure}', { failure })}</AlertLine>}
    </section>
  );
}
