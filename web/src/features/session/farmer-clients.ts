import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient, endCalls } from '@/shared/api/query-client';

export interface FarmerClients {
  /** Returns the client of a farmer; null stands for guests. */
  clientFor: (farmer: string | null) => QueryClient;
  /** Returns the clients in use. */
  all: () => Iterable<QueryClient>;
  /** Aborts the calls of every other client and removes its data. */
  keepOnly: (farmer: string | null) => void;
}

/** One query client for each farmer of this tab. Farmers never share a cache. */
export function farmerClients(): FarmerClients {
  const clients = new Map<string | null, QueryClient>();
  return {
    clientFor: (farmer) => {
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
