import * as contract from '@abhyas/contract/institute/people';
import { type Route, serve } from '../../../http/serve.ts';
import { answerInvitation, invitationsFor } from './invitations.ts';
import * as people from './people.ts';
import { importRoster, previewRoster } from './roster-import.ts';
import { importsOf, notTakenOf } from './roster-imports.ts';

export const peopleRoutes: Route[] = [
  serve(contract.getPeople, (wanted, context) => people.peopleOf(context, wanted)),
  serve(contract.previewRoster, (file, context) => previewRoster(context, file)),
  serve(contract.importRoster, (file, context) => importRoster(context, file)),
  serve(contract.getRosterImports, (_input, context) => importsOf(context)),
  serve(contract.getRosterNotTaken, ({ id }, context) => notTakenOf(context, id)),
  serve(contract.invitePerson, ({ phone, role, name }, context) => people.invite(context, { phone, role, name })),
  serve(contract.revokeInvitation, ({ id }, context) => people.revokeInvitation(context, id)),
  serve(contract.setRole, ({ id, role }, context) => people.setRole(context, id, role)),
  serve(contract.removePerson, ({ id, reason }, context) => people.removePerson(context, id, reason)),
  serve(contract.getInvitations, (_input, context) => invitationsFor(context)),
  serve(contract.answerInvitation, ({ id, is_accepted, is_other }, context) => answerInvitation(context, id, is_accepted, is_other)),
];
