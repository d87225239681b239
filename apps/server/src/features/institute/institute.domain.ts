import type { Channel } from '../../live/channel.ts';
import type { Domain } from '../domain.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { candidateRoutes } from './candidates/candidates.routes.ts';
import { classroomRoutes } from './classrooms/classrooms.routes.ts';
import { consentRoutes } from './consent/consent.routes.ts';
import { feedbackRoutes } from './feedback/feedback.routes.ts';
import { identityJobs } from './identity/identity.jobs.ts';
import { identityRoutes } from './identity/identity.routes.ts';
import { instituteRoutes } from './institutes/institutes.routes.ts';
import { notificationChannel } from './notifications/notifications.channel.ts';
import { notificationRoutes } from './notifications/notifications.routes.ts';
import { peopleJobs } from './people/people.jobs.ts';
import { peopleRoutes } from './people/people.routes.ts';
import { profileRoutes } from './profile/profile.routes.ts';
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts';
import { storedFileJobs } from './stored-files/stored-files.jobs.ts';
import { storedFileRoutes } from './stored-files/stored-files.routes.ts';

export const institute: Domain = {
  routes: ({ google, isDemo, isSheetAwaited, keys, profileKeys, secret, siteHosts, storage }) => [
    ...identityRoutes(keys, google),
    ...notificationRoutes,
    ...classroomRoutes,
    ...profileRoutes({ keys: profileKeys, takesPlain: isDemo }),
    ...consentRoutes(keys),
    ...feedbackRoutes,
    ...secondFactorRoutes({ secret, isDemo }),
    ...candidateRoutes(storage),
    ...storedFileRoutes(storage, isSheetAwaited),
    ...peopleRoutes,
    ...auditRoutes,
    ...instituteRoutes(siteHosts),
  ],
  jobs: [...identityJobs, ...peopleJobs],
  jobsWith: ({ storage }) => [...storedFileJobs(storage)],
  channels: [notificationChannel] as Channel[],
};
