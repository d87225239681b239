import { brand } from '@abhyas/contract/institute/brand';
import { Button, Skeleton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { i18n } from '../../../platform/language.ts';
import card from '../../../ui/card.module.css';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { toast } from '../../../ui/toasts.ts';
import { useReferralCode } from './payments.queries.ts';
import classes from './ReferralPage.module.css';
import { formatRupees } from './rupees.ts';

/** The person's referral code, to share. */
export default function ReferralPage() {
  const query = useReferralCode();
  return (
    <>
      <PageTitle>{i18n.t('Refer and Earn')}</PageTitle>
      <Loaded query={query} skeleton={<Skeleton height={220} maw={480} radius="lg" />}>
        {({ referral_code, referralReward }) => (
          <section className={`${card.card} max-w-480`} aria-labelledby="code">
            <h2 id="code" className="text-16">
              {i18n.t('Your referral code')}
            </h2>
            <Code code={referral_code} />
            <p className="text-ink-soft">
              {referralReward > 0
                ? i18n.t('A friend who enters it when buying {name} Premium pays {referralReward} less.', {
                    name: brand.name,
                    referralReward: formatRupees(referralReward),
                  })
                : i18n.t('A friend can enter it when buying {name} Premium.', { name: brand.name })}
            </p>
          </section>
        )}
      </Loaded>
    </>
  );
}

function Code({ code }: { code: string }) {
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
    } catch {
      toast.error(i18n.t('Your browser does not let us copy. Select the code and copy it.'));
    }
  }
  return (
    <div className="flex flex-wrap gap-12 my-16">
      <output className={`grid place-items-center ${classes.code}`}>{code}</output>
      <Button
        size="lg"
        variant={isCopied ? 'light' : 'filled'}
        leftSection={isCopied ? <IconCheck size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />}
        onClick={() => void copy()}
      >
        <span aria-live="polite">{isCopied ? i18n.t('Copied') : i18n.t('Copy')}</span>
      </Button>
    </div>
  );
}
