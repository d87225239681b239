import { staffRoles } from '@abhyas/contract/institute/people';
import forms from '../../../ui/forms.module.css';
import { roleNames, roleNotes } from './roles.ts';

type StaffRole = (typeof staffRoles)[number];

/** Chooses the role of a member of staff; each role is shown with its rights. */
export function RoleChoice({ chosen, onChoose }: { chosen: string; onChoose: (role: StaffRole) => void }) {
  return (
    <fieldset className={forms.pick}>
      <legend>Role</legend>
      {staffRoles.map((role) => (
        <label key={role}>
          <input type="radio" name="role" checked={chosen === role} onChange={() => onChoose(role)} />
          <span>
            {roleNames[role]}
            <small>{roleNotes[role]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
