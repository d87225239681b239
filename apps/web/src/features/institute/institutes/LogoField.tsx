import { getInstituteSettings, type InstituteSettings, setInstituteLogo } from '@abhyas/contract/institute/institutes';
import type { Value } from '@abhyas/contract/endpoint';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { callKey, queryClient, useSend } from '../../../platform/queries.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import card from '../../../ui/card.module.css';
import forms from '../../../ui/forms.module.css';
import { toast } from '../../../ui/toasts.ts';
import { faultOfLogo, logoPng } from './logo-png.ts';
import { showOwnBrand } from './own-settings.ts';
import classes from './Settings.module.css';

/** Shows the logo as members see it in both schemes; replaces or removes it. */
export function LogoField({ settings: { logo, name } }: { settings: Value<typeof InstituteSettings> }) {
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const send = useSend(setInstituteLogo, { ownFailures: true });
  const set = (png: string | null) =>
    send.mutate(
      { png },
      {
        onSuccess: ({ success: _success, ...saved }) => {
          queryClient.setQueryData(callKey(getInstituteSettings, {}), saved);
          showOwnBrand();
          toast.success(png === null ? 'The logo is taken away.' : 'The logo is set.');
        },
      },
    );
  const choose = (file: File) => {
    const found = faultOfLogo(file);
    setFault(found);
    if (found === null) void logoPng(file).then(set, () => setFault('This picture cannot be read. Choose another one.'));
  };
  return (
    <section className={card.card} aria-labelledby="logo">
      <h2 id="logo">Logo</h2>
      <p className="text-14 leading-reading text-ink-soft">
        Your students, guardians and staff see it in the header, on white. A wide logo is shown 96 pixels wide.
      </p>
      {logo !== null && (
        <div className="flex flex-wrap items-center gap-12 mt-16">
          <span className={classes.light}>
            <img src={`/api/pictures/${logo}`} alt={`Logo of ${name}`} />
          </span>
          <span
            className={`${classes.dark} inline-flex items-center gap-16 min-h-60 px-16 py-8 border border-line rounded-control font-semibold`}
          >
            <img src={`/api/pictures/${logo}`} alt="The same in the dark scheme" />
          </span>
        </div>
      )}
      <input
        ref={field}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) choose(file);
          target.value = '';
        }}
      />
      {(fault ?? send.error) !== null && <AlertLine>{fault ?? `Not set: ${messageOf(send.error)}`}</AlertLine>}
      <div className={forms.actions} style={{ marginTop: 16 }}>
        {logo !== null && (
          <Button variant="default" disabled={send.isPending} onClick={() => set(null)}>
            Take away
          </Button>
        )}
        <Button variant="default" loading={send.isPending} onClick={() => field.current?.click()}>
          {logo === null ? 'Choose a picture' : 'Another picture'}
        </Button>
      </div>
    </section>
  );
}
