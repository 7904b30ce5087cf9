import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Boundary } from '@/shared/ui/boundary';
import { NoticesProvider } from '@/shared/ui/notices';
import { appFailure } from './failures';
import { GuardedScreen } from './guarded-screen';

export function App({ client }: { client: QueryClient }) {
  return (
    <Boundary instead={appFailure}>
      <QueryClientProvider client={client}>
        <NoticesProvider>
          <GuardedScreen />
        </NoticesProvider>
      </QueryClientProvider>
    </Boundary>
  );
}
