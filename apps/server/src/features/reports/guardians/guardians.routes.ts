import * as contract from '@abhyas/contract/reports/guardians';
import { type Route, serve } from '../../../http/serve.ts';
import * as guardians from './guardians.ts';

export const guardianRoutes: Route[] = [
  serve(contract.getChildren, (_input, context) => guardians.childrenOf(context)),
  serve(contract.getChild, ({ id }, context) => guardians.childOf(context, id)),
  serve(contract.endAsGuardian, ({ id }, context) => guardians.endAsGuardian(context, id)),
  serve(contract.leaveAsGuardian, (_input, context) => guardians.leaveAsGuardian(context)),
  serve(contract.getGuardianRequests, (_input, context) => guardians.requestsFor(context)),
  serve(contract.answerGuardianRequest, ({ id, is_accepted }, context) => guardians.answerRequest(context, id, is_accepted)),
  serve(contract.getGuardians, (_input, context) => guardians.guardiansOf(context)),
  serve(contract.nameGuardian, ({ phone, name, relation }, context) => guardians.nameGuardian(context, { phone, name, relation })),
  serve(contract.answerGuardian, ({ id, is_accepted }, context) => guardians.answerAsStudent(context, id, is_accepted)),
  serve(contract.endGuardian, ({ id }, context) => guardians.endAsStudent(context, id)),
  serve(contract.showPracticeToGuardian, ({ id, is_shown }, context) => guardians.showPractice(context, id, is_shown)),
  serve(contract.getGuardiansForStaff, ({ id }, context) => guardians.guardiansForStaff(context, id)),
  serve(contract.inviteGuardian, ({ id, phone, name, relation }, context) =>
    guardians.inviteGuardian(context, id, { phone, name, relation }),
  ),
  serve(contract.endGuardianForStaff, ({ id, guardianship_id, reason }, context) =>
    guardians.endForStaff(context, id, guardianship_id, reason),
  ),
];
