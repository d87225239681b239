import { enterFirstDay, getFirstDay, loadBank, offerFirstPlan, openFirstInstitute, tryCheck } from '@abhyas/contract/site/first-day';
import { Problem } from '@abhyas/contract/problem';
import { type Route, serve } from '../../../http/serve.ts';
import { enter, type FirstDayParts, bankFolder, offerPremium, openInstitute, overview, tryAgain } from './first-day.ts';

/** The calls that set up an installation on its first day. In the demo, which needs no setup, every word and pass is refused. */
export function firstDayRoutes(parts: FirstDayParts | null): Route[] {
  const required = (): FirstDayParts => {
    if (!parts) throw new Problem('wrong_word');
    return parts;
  };
  return [
    serve(enterFirstDay, async ({ word }, context) => enter(context, required(), word)),
    serve(getFirstDay, async (input, context) => overview(context, required(), input)),
    serve(tryCheck, async (input, context) => tryAgain(context, required(), input)),
    serve(loadBank, async (input, context) => bankFolder(context, required(), input)),
    serve(offerFirstPlan, async (input, context) => offerPremium(context, required(), input)),
    serve(openFirstInstitute, async (input, context) => openInstitute(context, required(), input)),
  ];
}
