import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import type { ButtonProps } from '@mantine/core';
import { i18n } from '../../platform/language.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';

interface Props extends Pick<ButtonProps, 'size' | 'variant'> {
  id: number;
  isAssignment: boolean;
  'aria-describedby'?: string;
}

/** A link to the report of a finished test or assignment. */
export function ReportLink({ id, isAssignment, ...look }: Props) {
  const params = { id: String(id) };
  if (!isAssignment) {
    return (
      <ButtonLink to="/test_report/$id" params={params} {...look}>
        {i18n.t('Report')}
      </ButtonLink>
    );
  }
  const search = { object_type: objectTypes.assignment, session_type: sessionTypes.adaptive };
  return (
    <ButtonLink to="/session_report/$id" params={params} search={search} {...look}>
      {i18n.t('Report')}
    </ButtonLink>
  );
}
