import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NoticesProvider } from '@/shared/ui/notices';
import { GuardedScreen } from './guarded-screen';

export function App({ client }: { client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <NoticesProvider>
        <GuardedScreen />
      </NoticesProvider>
    </QueryClientProvider>
  );
}
