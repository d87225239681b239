import './platform/adopt-brand.ts';
import './ui/base.css';
import './ui/mantine-styles.ts';
import '@fontsource-variable/inter/wght.css';
import './ui/theme-variables.css';
import './ui/theme.css';
// Before all modules, so that their rules override the utilities.
import './ui/utilities.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/screens.tsx';
import { Site } from './app/Site.tsx';
import { keepCampaign } from './platform/campaign.ts';
import { earlyAnswersCome } from './platform/early-answers.ts';
import { PLACEHOLDER_AFTER } from './platform/idle.ts';
import { holdInstallOffer } from './platform/install.ts';
import { languageOf, speak } from './platform/language.ts';
import { registerServiceWorker } from './platform/service-worker.ts';
import { currentUser } from './platform/user.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const draw = () =>
  createRoot(root).render(
    <StrictMode>
      <Site />
    </StrictMode>,
  );
// A first screen that loads quickly is drawn together with its frame; after PLACEHOLDER_AFTER ms the frame is drawn without it.
const firstScreen = Promise.race([
  Promise.all([earlyAnswersCome(), router.load()]),
  new Promise((resolve) => setTimeout(resolve, PLACEHOLDER_AFTER)),
]);
void Promise.all([speak(languageOf(currentUser())), firstScreen]).finally(draw);
registerServiceWorker();
holdInstallOffer();
keepCampaign();
