import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { FarmerClients } from './farmer-clients';
import { SessionClient } from './session-client';
import { useSession } from './use-session';
import { useSessionWatch } from './use-session-watch';

interface SessionProviderProps {
  client: QueryClient;
  farmers: FarmerClients;
  children: ReactNode;
}

/** Provides the query client of the current user. Remounts its children when the user changes. */
export function SessionProvider({ client, farmers, children }: SessionProviderProps) {
  // `mount` subscribes the client to window focus. Usually `QueryClientProvider` does it.
  useEffect(() => {
    client.mount();
    return () => client.unmount();
  }, [client]);
  return (
    <SessionClient value={client}>
      <OfFarmer farmers={farmers}>{children}</OfFarmer>
    </SessionClient>
  );
}

function OfFarmer({ farmers, children }: Pick<SessionProviderProps, 'farmers' | 'children'>) {
  useSessionWatch();
  const session = useSession();
  const farmer = session.status === 'signed-in' ? session.user.id : null;
  useEffect(() => farmers.keepOnly(farmer), [farmers, farmer]);
  return (
    <QueryClientProvider key={farmer} client={farmers.clientFor(farmer)}>
      {children}
    </QueryClientProvider>
  );
}
