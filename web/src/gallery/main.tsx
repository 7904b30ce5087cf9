// Entry of `/_ui` on the development server. The build does not include it.
import '@/shared/styles/tokens.css';
import '@/shared/styles/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { activate } from '@/shared/i18n/language';
import { NoticesProvider } from '@/shared/ui/notices';
import { Gallery } from './gallery';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

await activate('en');
createRoot(root).render(
  <StrictMode>
    <NoticesProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Gallery />
      </QueryClientProvider>
    </NoticesProvider>
  </StrictMode>,
);
