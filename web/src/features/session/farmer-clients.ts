import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient, endCalls } from '@/shared/api/query-client';

export interface FarmerClients {
  /** The client of a farmer, or with null that of guests. */
  of: (farmer: string | null) => QueryClient;
  /** Those of whom the tab has drawn a screen. */
  all: () => Iterable<QueryClient>;
  /** Ends every other client, and drops what it knew. */
  keepOnly: (farmer: string | null) => void;
}

/** One client for each farmer of this tab: what one has read or begun never meets the next. */
export function farmerClients(): FarmerClients {
  const clients = new Map<string | null, QueryClient>();
  return {
    of: (farmer) => {
      const client = clients.get(farmer) ?? createQueryClient(farmer);
      clients.set(farmer, client);
      return client;
    },
    all: () => clients.values(),
    keepOnly: (farmer) => {
      for (const [other, client] of clients) {
        if (other === farmer) continue;
        endCalls(client);
        client.clear();
        clients.delete(other);
      }
    },
  };
}
