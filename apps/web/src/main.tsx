import './ui/mantine-styles.ts';
import '@fontsource-variable/inter/wght.css';
import './ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Site } from './app/Site.tsx';
import { registerServiceWorker } from './platform/service-worker.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Site />
  </StrictMode>,
);
registerServiceWorker();
