import type { QueryClient } from '@tanstack/react-query';
import type { FarmerClients } from '@/features/session/farmer-clients';
import { SessionProvider } from '@/features/session/session-provider';
import { useLanguage } from '@/shared/i18n/language';
import { Boundary } from '@/shared/ui/boundary';
import { NoticesProvider } from '@/shared/ui/notices';
import { appFailure } from './failures';
import { GuardedScreen } from './guarded-screen';

export function App({ session, farmers }: { session: QueryClient; farmers: FarmerClients }) {
  // Renders everything anew in another language. What the farmer has typed stays.
  useLanguage();
  return (
    <Boundary fallback={appFailure}>
      <NoticesProvider>
        <SessionProvider client={session} farmers={farmers}>
          <GuardedScreen />
        </SessionProvider>
      </NoticesProvider>
    </Boundary>
  );
}
