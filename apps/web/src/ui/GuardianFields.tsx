import { i18n } from '../platform/language.ts';
import type { Relation } from '@abhyas/contract/institute/consent';
import { NativeSelect, TextInput } from '@mantine/core';
import { PHONE_LENGTH, PhoneInput } from './PhoneInput.tsx';
import { relationChoices } from './relations.ts';

export interface GuardianTyped {
  phone: string;
  name: string;
  relation: Relation;
}

export const noGuardian: GuardianTyped = { phone: '', name: '', relation: 'mother' };

export const isGuardianComplete = ({ phone, name }: GuardianTyped): boolean => phone.length === PHONE_LENGTH && name.trim() !== '';

/** Number, name and relation of a guardian. */
export function GuardianFields({ value, onChange }: { value: GuardianTyped; onChange: (value: GuardianTyped) => void }) {
  return (
    <>
      <PhoneInput
        label={i18n.t('Phone number')}
        description={i18n.t('The guardian signs in with this number. It cannot be the student’s own.')}
        autoComplete="off"
        size="md"
        mt="md"
        value={value.phone}
        onChange={(phone) => onChange({ ...value, phone })}
        data-autofocus
      />
      <TextInput
        label={i18n.t('Name')}
        autoComplete="off"
        maxLength={80}
        size="md"
        mt="md"
        value={value.name}
        onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
      />
      <NativeSelect
        label={i18n.t('Relation to the student')}
        size="md"
        mt="md"
        value={value.relation}
        onChange={(event) => onChange({ ...value, relation: event.currentTarget.value as Relation })}
        data={relationChoices()}
      />
    </>
  );
}
