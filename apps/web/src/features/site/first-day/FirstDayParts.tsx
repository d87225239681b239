import { loadBank, offerFirstPlan, openFirstInstitute } from '@abhyas/contract/site/first-day';
import { isPhone } from '@abhyas/contract/site/public-pages';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { useSend } from '../../../platform/queries.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import card from '../../../ui/card.module.css';
import { plural } from '../../../ui/format.ts';
import forms from '../../../ui/forms.module.css';
import { PhoneInput } from '../../../ui/PhoneInput.tsx';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`${card.card} grid gap-12`}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Loads the folder of the bank that came with the release. The loading continues without the page, which asks for its state. */
export function BankPart({ pass }: { pass: string }) {
  const begin = useSend(loadBank, { ownFailures: true });
  const bank = useQuery({
    queryKey: [loadBank.route, pass],
    queryFn: ({ signal }) => call(loadBank, { pass, begins: false }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.is_loading ? 1500 : false),
    meta: { ownFailures: true },
  });
  const { question_count: questions = 0, paper_count: papers = 0, faults = [], is_loading: isLoading = false } = bank.data ?? {};
  const held = `The bank holds ${plural(questions, 'question')} and ${plural(papers, 'paper')}.`;
  const empty =
    'The bank is empty. The folder content of the release has questions, papers and cheat sheets for JEE and NEET; your own come later by a command.';
  const failure = begin.error ?? bank.error;
  return (
    <Part title="Questions">
      <p className="leading-reading text-ink-soft" role="status">
        {isLoading ? 'The bank is loading, which may take a minute. You can go on below.' : questions > 0 ? held : empty}
      </p>
      {failure && <AlertLine>{messageOf(failure)}</AlertLine>}
      {faults.length > 0 && (
        <div role="alert">
          <p className="text-14 text-incorrect">Nothing was loaded, because of these faults:</p>
          <ul>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="ends">
        <Button
          variant="default"
          loading={begin.isPending || isLoading}
          onClick={() => begin.mutate({ pass, begins: true }, { onSuccess: () => void bank.refetch() })}
        >
          {questions === 0 ? 'Load the bank' : 'Load it again'}
        </Button>
      </div>
    </Part>
  );
}

const wholeIn = (text: string, from: number, to: number) => /^\d{1,7}$/.test(text) && Number(text) >= from && Number(text) <= to;

/** Makes the plan of Premium. An installation that sells nothing leaves it out. */
export function PlanPart({ pass, plan, onChange }: { pass: string; plan: string | null; onChange: () => void }) {
  const [values, setValues] = useState({ name: 'Premium', header: 'Every question, test and report', price: '', months: '12' });
  const [isAsked, setAsked] = useState(false);
  const offer = useSend(offerFirstPlan, { ownFailures: true });
  const faults = {
    ...(values.name.trim() === '' && { name: 'Enter a name.' }),
    ...(values.header.trim() === '' && { header: 'Enter what it opens.' }),
    ...(!wholeIn(values.price, 1, 1_000_000) && { price: 'Enter whole rupees, from 1.' }),
    ...(!wholeIn(values.months, 1, 60) && { months: 'Enter 1 to 60 months.' }),
  } as Partial<typeof values>;
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: isAsked ? faults[name] : undefined,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => setValues({ ...values, [name]: value }),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(faults).length > 0 || offer.isPending) return;
    const { name, header, price, months } = values;
    const fields = { name: name.trim(), header: header.trim(), price: Number(price) * 100, number_of_months: Number(months) };
    offer.mutate({ pass, ...fields }, { onSuccess: onChange });
  }
  return (
    <Part title="Plan">
      <p className="leading-reading text-ink-soft" role="status">
        {plan === null
          ? 'Nothing is on sale. A site that sells nothing goes on without a plan; PREMIUM=open in the settings then opens everything to its students.'
          : `${plan} is on sale.`}
      </p>
      <form className="grid gap-12" noValidate onSubmit={submit}>
        <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-16`}>
          <TextInput label="Name" maxLength={80} {...field('name')} />
          <TextInput label="What it opens" maxLength={200} {...field('header')} />
          <TextInput label="Price in rupees, with GST" inputMode="numeric" maxLength={7} {...field('price')} />
          <TextInput label="Months" inputMode="numeric" maxLength={2} {...field('months')} />
        </div>
        {offer.error && <AlertLine>{messageOf(offer.error)}</AlertLine>}
        <div className="ends">
          <Button type="submit" variant="default" loading={offer.isPending}>
            Put it on sale
          </Button>
        </div>
      </form>
    </Part>
  );
}

/** Makes the institute and its owner, which ends the first day. */
export function InstitutePart({ pass, onOpen }: { pass: string; onOpen: (phone: string) => void }) {
  const [values, setValues] = useState({ name: '', code: '', owner_phone: '' });
  const [isAsked, setAsked] = useState(false);
  const open = useSend(openFirstInstitute, { ownFailures: true });
  const faults = {
    ...(values.name.trim() === '' && { name: 'Enter the name of the institute.' }),
    ...(!/^[a-z0-9][a-z0-9-]{2,60}$/.test(values.code) && { code: 'At least three small letters, digits or dashes.' }),
    ...(!isPhone(values.owner_phone) && { owner_phone: 'Invalid Phone!' }),
  } as Partial<typeof values>;
  const errorOf = (name: keyof typeof values) => (isAsked ? faults[name] : undefined);
  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(faults).length > 0 || open.isPending) return;
    open.mutate({ pass, ...values, name: values.name.trim() }, { onSuccess: () => onOpen(values.owner_phone) });
  }
  return (
    <Part title="Institute and owner">
      <p className="leading-reading text-ink-soft">
        The owner logs in by a code sent to this number, so send a test message to it first. The code of the institute, like vidya-classes,
        is for logins by ID and for commands. With this the first day ends, and everything else is done in the console.
      </p>
      <form className="grid gap-12" noValidate onSubmit={submit}>
        <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-16`}>
          <TextInput
            label="Institute"
            maxLength={80}
            autoComplete="organization"
            value={values.name}
            error={errorOf('name')}
            onChange={(event) => setValues({ ...values, name: event.currentTarget.value })}
          />
          <TextInput
            label="Code"
            maxLength={61}
            autoComplete="off"
            spellCheck={false}
            value={values.code}
            error={errorOf('code')}
            onChange={(event) => setValues({ ...values, code: event.currentTarget.value })}
          />
          <PhoneInput
            label="Phone of the owner"
            autoComplete="off"
            value={values.owner_phone}
            error={errorOf('owner_phone')}
            onChange={(owner_phone) => setValues({ ...values, owner_phone })}
          />
        </div>
        {open.error && <AlertLine>{messageOf(open.error)}</AlertLine>}
        <div className="ends">
          <Button type="submit" loading={open.isPending}>
            Make the institute
          </Button>
        </div>
      </form>
    </Part>
  );
}
