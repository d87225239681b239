import { TextInput, type TextInputProps } from '@mantine/core';
import { formatPhone } from './format.ts';

export const PHONE_LENGTH = 10;

/** The digits of a typed or pasted number, with or without the country code: '+91 98765 43210', '098765 43210'. */
export function digitsOf(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  return (digits.length > PHONE_LENGTH ? digits.replace(/^(91|0)/, '') : digits).slice(0, PHONE_LENGTH);
}

interface PhoneInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'maxLength'> {
  /** Digits only, ten at most. */
  value: string;
  onChange: (digits: string) => void;
}

/** A field for a phone number of India. */
export function PhoneInput({ value, onChange, ...others }: PhoneInputProps) {
  return (
    <TextInput
      leftSection="+91"
      leftSectionWidth={52}
      type="tel"
      inputMode="numeric"
      className="tabular"
      {...others}
      value={formatPhone(value)}
      onChange={(event) => onChange(digitsOf(event.currentTarget.value))}
    />
  );
}
